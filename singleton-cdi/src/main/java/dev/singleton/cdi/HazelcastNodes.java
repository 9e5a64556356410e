package dev.singleton.cdi;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.hazelcast.EmbeddedMember;
import dev.singleton.hazelcast.HazelcastSingletons;
import dev.singleton.node.SingletonNode;
import dev.singleton.spi.LeaseProvider;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Nodes on Hazelcast: the application's own instance when it has a bean of one, else the running one that a setting
 * names, else a member that is started for the node, and ended with it.
 */
final class HazelcastNodes implements NodeFactory {

    private static final Logger LOG = System.getLogger(HazelcastNodes.class.getName());

    /** How long Hazelcast's own shutdown waits at least until this node has left. */
    private static final Duration LEAST_LEAVE = Duration.ofSeconds(20);

    @Override
    public Joined join(Place place) {
        CreationalContext<?> borrowed = place.manager().createCreationalContext(null);
        Member member = member(place, borrowed);
        try {
            Duration leave = place.leaveTimeout();
            HazelcastSingletons.Builder builder = HazelcastSingletons.on(member.instance())
                    .roles(place.settings().roles())
                    .codec(place.codec())
                    .executor(place.executor())
                    .leaveTimeout(leave.compareTo(LEAST_LEAVE) < 0 ? LEAST_LEAVE : leave)
                    .leaseProviders(leaseProviders(place.manager(), borrowed));
            SingletonNode node = builder.buildStarting();
            return new Joined(node, () -> end(member, borrowed));
        } catch (RuntimeException | Error failed) {
            end(member, borrowed);
            throw failed;
        }
    }

    /** @param ours whether it was started for the node, so that it ends with it */
    private record Member(HazelcastInstance instance, boolean ours) {}

    private static void end(Member member, CreationalContext<?> borrowed) {
        try {
            if (member.ours()) {
                member.instance().shutdown();
            }
        } finally {
            borrowed.release();
        }
    }

    private static Member member(Place place, CreationalContext<?> borrowed) {
        Optional<HazelcastInstance> bean = bean(place.manager(), borrowed);
        NodeSettings settings = place.settings();
        if (bean.isPresent()) {
            tell(bean.get(), settings);
            return new Member(bean.get(), false);
        }
        return settings.instanceName()
                .map(name -> new Member(running(name), false))
                .orElseGet(() -> new Member(start(settings), true));
    }

    private static void tell(HazelcastInstance bean, NodeSettings settings) {
        LOG.log(Level.INFO, "Singletons use the application''s HazelcastInstance {0}", bean.getName());
        List<String> ignored = settings.memberSettings();
        if (!ignored.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "The application has a bean of HazelcastInstance, so these settings are ignored: {0}",
                    String.join(", ", ignored));
        }
    }

    private static Optional<HazelcastInstance> bean(BeanManager manager, CreationalContext<?> borrowed) {
        try {
            Bean<?> bean = manager.resolve(manager.getBeans(HazelcastInstance.class).stream()
                    .filter(HazelcastNodes::seesLibrary)
                    .collect(Collectors.toSet()));
            return Optional.ofNullable(bean)
                    .map(found -> (HazelcastInstance) manager.getReference(found, HazelcastInstance.class, borrowed));
        } catch (AmbiguousResolutionException several) {
            throw new SingletonConfigurationException(
                    "The application has several beans of HazelcastInstance, and the singletons need one: give all but"
                            + " one a qualifier (" + several.getMessage() + ")",
                    several);
        }
    }

    /**
     * Some servers (Payara) have a bean of their own member. It is not the application's, could not read our frames, and
     * is made by a class that does not see this library; it can still be named by a setting.
     */
    private static boolean seesLibrary(Bean<?> bean) {
        ClassLoader loader = bean.getBeanClass().getClassLoader();
        try {
            return loader != null && loader.loadClass(HazelcastNodes.class.getName()) == HazelcastNodes.class;
        } catch (ClassNotFoundException unseen) {
            LOG.log(Level.DEBUG, "The bean {0} is of the server, not of the application", bean);
            return false;
        }
    }

    private static HazelcastInstance running(String name) {
        HazelcastInstance instance = Hazelcast.getHazelcastInstanceByName(name);
        if (instance == null) {
            String names = Hazelcast.getAllHazelcastInstances().stream()
                    .map(HazelcastInstance::getName)
                    .sorted()
                    .collect(Collectors.joining(", "));
            throw new SingletonConfigurationException(NodeSettings.INSTANCE_NAME + " is '" + name
                    + "', and no Hazelcast instance of that name runs here ("
                    + (names.isEmpty() ? "none does" : "there is " + names)
                    + "): start it before the application, or leave the setting out");
        }
        return instance;
    }

    private static HazelcastInstance start(NodeSettings settings) {
        EmbeddedMember member = EmbeddedMember.builder().roles(settings.roles());
        settings.configLocation().ifPresent(member::config);
        settings.clusterName().ifPresent(member::clusterName);
        settings.port().ifPresent(member::port);
        settings.bindAddress().ifPresent(member::bindAddress);
        if (!settings.members().isEmpty()) {
            member.members(settings.members());
        }
        return member.start();
    }

    private static List<LeaseProvider> leaseProviders(BeanManager manager, CreationalContext<?> borrowed) {
        List<LeaseProvider> providers = new ArrayList<>();
        for (Bean<?> bean : manager.getBeans(LeaseProvider.class, Any.Literal.INSTANCE)) {
            providers.add((LeaseProvider) manager.getReference(bean, LeaseProvider.class, borrowed));
        }
        return providers;
    }
}
