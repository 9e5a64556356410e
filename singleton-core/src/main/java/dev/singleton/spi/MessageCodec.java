package dev.singleton.spi;

import dev.singleton.SingletonConfigurationException;

/**
 * Messages to bytes and back, for a declared type and the types that it permits or contains, and for no other. Safe for
 * any thread; must be the same on all nodes.
 */
public interface MessageCodec {

    /**
     * Checks that every value of the type can travel. Called when a singleton starts, so that nobody finds out at the
     * first send.
     *
     * @throws SingletonConfigurationException naming each type that cannot travel, where it was met, and the mend
     */
    void check(Class<?> declaredType);

    /**
     * Encodes a value.
     *
     * @param declaredType what the reader will ask for
     * @throws IllegalArgumentException when the value cannot be encoded; the text says why
     */
    byte[] encode(Object value, Class<?> declaredType);

    /**
     * Decodes a value. Creates no object of a class that the declared type does not permit or contain.
     *
     * @throws IllegalArgumentException when the bytes are not a value of the type; the text says why
     */
    <T> T decode(byte[] bytes, Class<T> declaredType);
}
