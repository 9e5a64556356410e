package dev.singleton.cdi;

import dev.singleton.SingletonActor;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonKey;
import dev.singleton.cdi.Declarations.ActorClass;
import dev.singleton.spi.MessageCodec;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Turns what was declared into singletons, or into faults: every one is collected, with class or injection point and the
 * mend. Pure; used once.
 */
final class DeclarationCheck {

    private final MessageCodec codec;
    private final Faults faults;
    private final Map<String, List<Mention>> mentions = new TreeMap<>();

    private DeclarationCheck(MessageCodec codec, Faults faults) {
        this.codec = codec;
        this.faults = faults;
    }

    /**
     * Checks everything.
     *
     * @param codec refuses message types that cannot travel
     * @return what is sound; to be used only when no fault was added
     */
    static DeclaredSingletons check(Declarations declarations, MessageCodec codec, Faults faults) {
        DeclarationCheck check = new DeclarationCheck(codec, faults);
        declarations.actors().forEach(check::actor);
        InjectionPointCheck points = new InjectionPointCheck(faults);
        declarations.sites().forEach(site -> points.check(site).ifPresent(check::mention));
        List<DeclaredSingleton> sound = new ArrayList<>();
        check.mentions.forEach((name, all) -> check.agreed(name, all).ifPresent(sound::add));
        return new DeclaredSingletons(sound);
    }

    /** Whether the name and the role of an annotation are legal; when not, a fault is added. */
    static boolean legal(String where, String name, String role, Faults faults) {
        try {
            SingletonKey.of(name, Object.class);
        } catch (IllegalArgumentException badName) {
            faults.add(where + ": " + badName.getMessage());
            return false;
        }
        if (!role.isEmpty() && role.isBlank()) {
            faults.add(
                    where + ": the role of singleton '" + name + "' is blank: name a role, or leave it out for none");
            return false;
        }
        return true;
    }

    private void mention(Mention mention) {
        mentions.computeIfAbsent(mention.name(), name -> new ArrayList<>()).add(mention);
    }

    private void actor(ActorClass actor) {
        String name = actor.declared().value();
        boolean sound = legal(actor.where(), name, actor.declared().role(), faults);
        for (String kind : actor.kinds()) {
            faults.add(actor.where() + " is singleton '" + name + "' and also carries @" + kind
                    + ": the host makes one object at each activation and ends it with the stop,"
                    + " so remove that annotation");
        }
        Optional<Type> messageType = messageType(actor);
        if (sound) {
            mention(new Mention(name, actor.declared().role(), messageType, actor.where(), Optional.of(actor.type())));
        }
    }

    private Optional<Type> messageType(ActorClass actor) {
        Class<?> type = actor.type();
        String named =
                actor.where() + " carries @Singleton(\"" + actor.declared().value() + "\") and ";
        if (!SingletonActor.class.isAssignableFrom(type)) {
            faults.add(named + "does not implement dev.singleton.SingletonActor: implement SingletonActor<M>,"
                    + " M being the type of its messages, or remove the annotation");
            return Optional.empty();
        }
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            faults.add(named + "is " + (type.isInterface() ? "an interface" : "abstract")
                    + ": no object can be made of it; move the annotation to the class that is to run");
        } else {
            actor.unusable().ifPresent(why -> faults.add(named + why));
        }
        Optional<Type> messageType =
                GenericTypes.argument(type, SingletonActor.class).filter(GenericTypes::concrete);
        if (messageType.isEmpty()) {
            faults.add(named + "does not say of which type its messages are: implement SingletonActor<M> with a class"
                    + " for M, not raw and without a type variable");
        }
        return messageType;
    }

    /** One singleton of everything that was said about a name. */
    private Optional<DeclaredSingleton> agreed(String name, List<Mention> all) {
        List<Mention> classes =
                all.stream().filter(mention -> mention.actor().isPresent()).toList();
        if (classes.size() > 1) {
            String names = classes.stream().map(Mention::where).collect(Collectors.joining(" and "));
            faults.add("Singleton '" + name + "' is declared by " + names
                    + ": one class for each name; give one of them another name");
        }
        Optional<Mention> first = all.stream()
                .filter(mention -> mention.messageType().isPresent())
                .findFirst();
        if (first.isEmpty()) {
            return Optional.empty();
        }
        Type messageType = first.get().messageType().orElseThrow();
        all.forEach(other -> sameMessageType(name, first.get(), other));
        String role = agreedRole(name, all);
        travels(first.get(), messageType);
        SingletonKey<?> key = new SingletonKey<>(name, GenericTypes.erasure(messageType), role);
        return Optional.of(new DeclaredSingleton(
                key, messageType, classes.stream().findFirst().flatMap(Mention::actor)));
    }

    private void sameMessageType(String name, Mention first, Mention other) {
        Type wanted = first.messageType().orElseThrow();
        other.messageType().filter(type -> !GenericTypes.same(type, wanted)).ifPresent(type -> {
            String mend = first.actor().isPresent()
                    ? "make the injection point Proxy<" + GenericTypes.text(wanted) + ">"
                    : "agree on the type that the class handles";
            faults.add("The message types of singleton '" + name + "' disagree: " + first.where() + " has "
                    + GenericTypes.text(wanted) + ", " + other.where() + " has " + GenericTypes.text(type) + "; "
                    + mend);
        });
    }

    /** The role rides along with the key; who leaves it out takes the one that another names. */
    private String agreedRole(String name, List<Mention> all) {
        Map<String, String> roles = new TreeMap<>();
        for (Mention mention : all) {
            boolean openSite = mention.actor().isEmpty() && mention.role().isEmpty();
            if (!openSite) {
                roles.putIfAbsent(mention.role(), mention.where());
            }
        }
        if (roles.size() > 1) {
            String who = roles.entrySet().stream()
                    .map(entry -> entry.getValue() + " has '" + entry.getKey() + "'")
                    .collect(Collectors.joining(", "));
            faults.add("The roles of singleton '" + name + "' disagree: " + who
                    + "; name it on the class, and leave it out at the injection points");
        }
        return roles.isEmpty() ? "" : roles.keySet().iterator().next();
    }

    private void travels(Mention mention, Type messageType) {
        try {
            codec.check(GenericTypes.erasure(messageType));
        } catch (SingletonConfigurationException refused) {
            faults.add("Messages of singleton '" + mention.name() + "' (" + mention.where() + ") cannot travel: "
                    + refused.getMessage());
        }
    }

    /**
     * One place that names a singleton.
     *
     * @param messageType empty when the place has a fault of its own in it
     * @param actor present when the place is the class
     */
    record Mention(String name, String role, Optional<Type> messageType, String where, Optional<Class<?>> actor) {}
}
