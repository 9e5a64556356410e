package dev.singleton;

import java.util.regex.Pattern;

/**
 * The identity of a singleton: its type name, and with it the type of its messages and the role that its hosts carry.
 *
 * <p>Two keys are equal when their type names are. That nodes agree on the message type and role of one name is checked
 * separately, because a difference is an error to report and not another singleton.
 *
 * @param typeName matches {@code [a-z][a-z0-9-]*} and has 255 characters at most
 * @param messageType every message of the singleton is an instance of it
 * @param role hosting is restricted to nodes that carry it; empty when every node may host
 * @param <M> the type of the messages
 */
public record SingletonKey<M>(String typeName, Class<M> messageType, String role) {

    /** The length of a name travels in one byte. */
    private static final int MAX_NAME_LENGTH = 255;

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    /** @throws IllegalArgumentException when the name breaks its rule, or something is null */
    public SingletonKey {
        if (typeName == null || !NAME.matcher(typeName).matches()) {
            throw new IllegalArgumentException("The singleton type name '" + typeName
                    + "' must match [a-z][a-z0-9-]*: a lower-case letter, then lower-case letters, digits and hyphens");
        }
        if (typeName.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException("The singleton type name '" + typeName + "' has " + typeName.length()
                    + " characters; it may have " + MAX_NAME_LENGTH + " at most");
        }
        if (messageType == null) {
            throw new IllegalArgumentException("The singleton '" + typeName + "' needs a message type; it is null");
        }
        if (role == null) {
            throw new IllegalArgumentException("The role of singleton '" + typeName
                    + "' is null: name a role, or use SingletonKey.of(name, messageType) for none");
        }
    }

    /** A key that every node may host. */
    public static <M> SingletonKey<M> of(String typeName, Class<M> messageType) {
        return new SingletonKey<>(typeName, messageType, "");
    }

    /**
     * A key that only nodes with the role host.
     *
     * @throws IllegalArgumentException when the role is null or blank, or the name breaks its rule
     */
    public static <M> SingletonKey<M> of(String typeName, Class<M> messageType, String role) {
        if (role == null || role.isBlank()) {
            throw new IllegalArgumentException("The role of singleton '" + typeName + "' is "
                    + (role == null ? "null" : "empty")
                    + ": a role is a non-empty name; use SingletonKey.of(name, messageType) for none");
        }
        return new SingletonKey<>(typeName, messageType, role);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SingletonKey<?> that && typeName.equals(that.typeName);
    }

    @Override
    public int hashCode() {
        return typeName.hashCode();
    }

    @Override
    public String toString() {
        return typeName + (role.isEmpty() ? "" : "@" + role);
    }
}
