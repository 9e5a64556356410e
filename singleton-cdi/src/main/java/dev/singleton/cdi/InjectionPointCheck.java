package dev.singleton.cdi;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.cdi.DeclarationCheck.Mention;
import dev.singleton.cdi.Declarations.Site;
import jakarta.inject.Provider;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What an injection point asks for, and what is wrong with it. Pure. */
final class InjectionPointCheck {

    private static final List<String> OTHER_SINGLETONS = List.of("jakarta.inject.Singleton", "jakarta.ejb.Singleton");
    private static final String DEFAULT = "jakarta.enterprise.inject.Default";
    private static final String ANY = "jakarta.enterprise.inject.Any";
    private static final String QUALIFIER = "jakarta.inject.Qualifier";

    private final Faults faults;

    InjectionPointCheck(Faults faults) {
        this.faults = faults;
    }

    /** Whether an injection point may concern us at all: it asks for a handle or for an actor, also by way of Instance. */
    static boolean concerns(Type type) {
        Class<?> wanted = GenericTypes.erasure(asked(type));
        return wanted == Proxy.class || SingletonActor.class.isAssignableFrom(wanted);
    }

    /** The singleton that is asked for; empty when none is, or when there is a fault. */
    Optional<Mention> check(Site site) {
        Type wanted = asked(site.type());
        if (GenericTypes.erasure(wanted) == Proxy.class) {
            return handle(site, wanted);
        }
        actor(site, wanted);
        return Optional.empty();
    }

    /** What comes out of {@code Provider<T>} and {@code Instance<T>}, or the type itself. */
    private static Type asked(Type type) {
        boolean indirect =
                type instanceof ParameterizedType && Provider.class.isAssignableFrom(GenericTypes.erasure(type));
        return indirect ? GenericTypes.argument(type, Provider.class).orElse(type) : type;
    }

    private Optional<Mention> handle(Site site, Type wanted) {
        Optional<Singleton> qualifier = site.qualifier();
        Optional<Type> messageType = messageType(site, wanted);
        if (qualifier.isEmpty()) {
            unnamed(site, wanted);
            return Optional.empty();
        }
        String name = qualifier.get().value();
        String role = qualifier.get().role();
        if (!DeclarationCheck.legal(at(site), name, role, faults)) {
            return Optional.empty();
        }
        return Optional.of(new Mention(name, role, messageType, at(site), Optional.empty()));
    }

    private Optional<Type> messageType(Site site, Type wanted) {
        Optional<Type> argument = GenericTypes.argument(wanted, Proxy.class);
        if (argument.isEmpty()) {
            faults.add(at(site) + " is a raw Proxy: write Proxy<M>, M being the type of the singleton's messages");
        } else if (!GenericTypes.concrete(argument.get())) {
            faults.add(at(site) + " is a " + GenericTypes.text(wanted)
                    + ", which leaves the message type open: write the class of the singleton's messages");
            return Optional.empty();
        }
        return argument;
    }

    private void unnamed(Site site, Type wanted) {
        for (String other : OTHER_SINGLETONS) {
            if (site.carries(other)) {
                faults.add(at(site) + " carries @" + other
                        + ", which names no cluster singleton: import dev.singleton.Singleton and write"
                        + " @Singleton(\"name\")");
                return;
            }
        }
        boolean selectsLater = wanted != site.type() && site.carries(ANY);
        if (!selectsLater && !ownQualifier(site)) {
            String later = wanted == site.type() ? "" : ", or @Any and select(Singleton.Literal.of(\"name\"))";
            faults.add(
                    at(site) + " is a Proxy that names no singleton: add @dev.singleton.Singleton(\"name\")" + later);
        }
    }

    /** With a qualifier of its own the application asks for a Proxy that it produces itself. */
    private static boolean ownQualifier(Site site) {
        return site.annotations().stream()
                .filter(type ->
                        !type.getName().equals(DEFAULT) && !type.getName().equals(ANY))
                .anyMatch(type -> Arrays.stream(type.getAnnotations())
                        .anyMatch(meta -> meta.annotationType().getName().equals(QUALIFIER)));
    }

    private void actor(Site site, Type wanted) {
        Class<?> actor = GenericTypes.erasure(wanted);
        Singleton declared = actor.getAnnotation(Singleton.class);
        boolean byName = site.qualifier().isPresent();
        if (declared == null && !byName) {
            return;
        }
        String name = declared != null
                ? declared.value()
                : site.qualifier().orElseThrow().value();
        String messages = GenericTypes.argument(wanted, SingletonActor.class)
                .map(GenericTypes::text)
                .orElse("M");
        faults.add(at(site) + " asks for the actor " + actor.getName() + " of singleton '" + name
                + "' itself, which lives on one node only and may be elsewhere: inject @Singleton(\"" + name
                + "\") Proxy<" + messages + "> and send it messages");
    }

    private static String at(Site site) {
        return "Injection point " + site.where();
    }
}
