package dev.singleton.wire;

/** The rule of type names, as far as the wire is concerned: it has one byte for the length. */
final class TypeNames {

    static final String RULE = "[a-z][a-z0-9-]*";
    static final int MAX_LENGTH = 255;

    private TypeNames() {}

    /** Whether the character may stand at this place. */
    static boolean allows(int character, int at) {
        boolean letter = character >= 'a' && character <= 'z';
        return letter || (at > 0 && (character == '-' || (character >= '0' && character <= '9')));
    }

    static String checked(String name) {
        int length = name.length();
        boolean good = length > 0 && length <= MAX_LENGTH;
        for (int i = 0; good && i < length; i++) {
            good = allows(name.charAt(i), i);
        }
        if (!good) {
            throw new IllegalArgumentException("The type name '" + name + "' of " + length + " characters must match "
                    + RULE + " and have at most " + MAX_LENGTH);
        }
        return name;
    }
}
