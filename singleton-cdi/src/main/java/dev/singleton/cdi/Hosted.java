package dev.singleton.cdi;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The qualifier that an actor's bean carries in place of {@link dev.singleton.Singleton}, which belongs to its handle.
 * Nobody can ask for it, so an actor reaches no injection point; the extension makes the objects from the bean.
 */
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Hosted {

    /** The one value. */
    final class Literal extends AnnotationLiteral<Hosted> implements Hosted {
        private static final long serialVersionUID = 1L;
        static final Literal INSTANCE = new Literal();
    }
}
