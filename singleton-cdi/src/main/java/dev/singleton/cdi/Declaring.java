package dev.singleton.cdi;

import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/**
 * Puts what an application declares into its roster: hosted where it has the class, referenced otherwise.
 *
 * @param surroundings asked when a node is there
 */
record Declaring(Application application, BeanContainer container, Supplier<Surroundings> surroundings) {

    private static final Logger LOG = System.getLogger(Declaring.class.getName());

    <M> void declare(SingletonKey<M> declared, Roster roster) {
        SingletonOptions options = application.options(declared.typeName());
        String role = options.role().isEmpty() ? declared.role() : options.role();
        SingletonKey<M> key = new SingletonKey<>(declared.typeName(), declared.messageType(), role);
        Bean<?> bean = application.actors().get(declared.typeName());
        if (bean != null) {
            Activation.Source<M> source = new BeanSource<>(container, bean);
            roster.declare(key, node -> node.start(key, HostedActor.supplier(source, surroundings.get()), options));
            return;
        }
        LOG.log(
                Level.INFO,
                "Singleton ''{0}'' is referenced here and not hosted: this application has no bean class with"
                        + " @Singleton(\"{0}\"), or a class that it needs is missing, so that the container has left"
                        + " it out",
                declared.typeName());
        if (saysNothing(options)) {
            roster.declare(key, node -> node.ref(key));
            return;
        }
        // Settings count for a node that only references too (placement, buffer, time-outs), and ref takes none.
        SingletonOptions refs = options.toBuilder().start(false).build();
        roster.declare(
                key,
                node -> node.start(
                        key,
                        () -> {
                            throw new IllegalStateException("Singleton '" + key + "' is only referenced on this node");
                        },
                        refs));
    }

    /** Whether nothing but the role is set, which rides on the key. */
    private static boolean saysNothing(SingletonOptions options) {
        SingletonOptions defaults = SingletonOptions.defaults();
        return options.equals(defaults)
                || (!options.role().isEmpty()
                        && options.equals(
                                defaults.toBuilder().role(options.role()).build()));
    }
}
