package dev.singleton.it.liberty;

import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;

/** Notes each message. */
@Decorator
@Priority(Interceptor.Priority.APPLICATION)
public abstract class ErrandsDecorator implements SingletonActor<Errand> {

    @Inject
    @Delegate
    @Any
    SingletonActor<Errand> actor;

    @Inject
    CallLog log;

    @Override
    public void receive(Errand errand, SingletonContext<Errand> context) throws Exception {
        log.add("decorator " + errand.getClass().getSimpleName());
        actor.receive(errand, context);
    }
}
