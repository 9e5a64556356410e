package dev.singleton;

import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.util.Nonbinding;
import jakarta.inject.Qualifier;
import java.lang.annotation.Annotation;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names a cluster singleton: on a class it says "this is the singleton {@code value}", on an injection point of
 * {@link Proxy} it asks for the handle of that singleton.
 *
 * <p>It is a stereotype as well, which makes it a bean-defining annotation: a class with nothing else on it is found in
 * an archive that is searched for annotated beans only, as archives are by default.
 *
 * <p>The annotations that it carries are read by CDI only; without CDI on the class path they are ignored.
 */
@Qualifier
@Stereotype
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface Singleton {

    /** The type name of the singleton; it matches {@code [a-z][a-z0-9-]*}. */
    String value();

    /** Only nodes that carry this role host the singleton; empty (the default) means every node may. */
    @Nonbinding
    String role() default "";

    /** An instance of the qualifier, for {@code Instance.select(...)}. */
    @SuppressWarnings("ClassExplicitlyAnnotation")
    record Literal(String value, String role) implements Singleton {

        /** The qualifier of the singleton with this name. */
        public static Literal of(String value) {
            return new Literal(value, "");
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return Singleton.class;
        }

        /** Equal to every annotation of this type with the same values, as {@link Annotation#equals} demands. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Singleton that && value.equals(that.value()) && role.equals(that.role());
        }

        /** The sum that {@link Annotation#hashCode} prescribes. */
        @Override
        public int hashCode() {
            return (127 * "value".hashCode() ^ value.hashCode()) + (127 * "role".hashCode() ^ role.hashCode());
        }

        @Override
        public String toString() {
            return "@dev.singleton.Singleton(\"" + value + "\")";
        }
    }
}
