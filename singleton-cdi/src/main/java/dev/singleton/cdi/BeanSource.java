package dev.singleton.cdi;

import dev.singleton.SingletonActor;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;

/**
 * Makes actors through the container: injection, interceptors, decorators and {@code @PostConstruct} are the
 * container's work, and at the end so is {@code @PreDestroy}.
 */
record BeanSource<M>(BeanContainer container, Bean<?> bean) implements Activation.Source<M> {

    @Override
    public Activation<M> activate() {
        return activate(container, bean);
    }

    @SuppressWarnings("unchecked") // the declaration check has resolved the message type from the bean's class
    private static <M, A> Activation<M> activate(BeanContainer container, Bean<A> bean) {
        CreationalContext<A> creation = container.createCreationalContext(bean);
        A actor = bean.create(creation);
        return new Activation<>((SingletonActor<M>) actor, () -> bean.destroy(actor, creation));
    }
}
