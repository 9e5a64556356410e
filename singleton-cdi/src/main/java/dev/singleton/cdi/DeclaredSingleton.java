package dev.singleton.cdi;

import dev.singleton.Proxy;
import dev.singleton.SingletonKey;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;

/**
 * One singleton that this application hosts or references, checked.
 *
 * @param key with the role as the annotations give it
 * @param messageType as it was written, with its type arguments
 * @param actor the class, when this application has it; without one it only references
 */
record DeclaredSingleton(SingletonKey<?> key, Type messageType, Optional<Class<?>> actor) {

    String name() {
        return key.typeName();
    }

    /** The type of the handle: what injection points ask for. */
    ParameterizedType handleType() {
        return GenericTypes.parameterized(Proxy.class, messageType);
    }
}
