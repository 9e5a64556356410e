package dev.singleton.cdi;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.cdi.NodeFactory.Place;
import dev.singleton.hazelcast.EmbeddedMember;
import dev.singleton.lease.cp.CpLeaseProvider;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The Hazelcast member that a node is built on.
 *
 * @param ours whether it was started for the node, so that it ends with it
 */
record HazelcastMember(HazelcastInstance instance, boolean ours) {

    private static final Logger LOG = System.getLogger(HazelcastMember.class.getName());

    /**
     * The application's own, or the running one that a setting names, or one that is started now.
     *
     * @param borrowed keeps what the bean of the application depends on
     * @param cp whether one that is started gets a CP Subsystem
     */
    static HazelcastMember of(Place place, CreationalContext<?> borrowed, boolean cp) {
        Optional<HazelcastInstance> bean = bean(place.container(), borrowed);
        NodeSettings settings = place.settings();
        if (bean.isPresent()) {
            tell(bean.get(), settings);
            return new HazelcastMember(bean.get(), false);
        }
        return settings.instanceName()
                .map(name -> new HazelcastMember(running(name), false))
                .orElseGet(() -> new HazelcastMember(start(place, cp), true));
    }

    /** Ends it, if it was started for the node, or takes away what is left of one that has ended itself. */
    void end() {
        if (!ours) {
            return;
        }
        if (hasOthers()) {
            instance.shutdown();
        } else {
            // There is nobody to leave gracefully: a CP member would wait in vain for others to let it go. Of an
            // instance
            // that runs no more Hazelcast still knows the name, which the next one may have.
            instance.getLifecycleService().terminate();
        }
    }

    private boolean hasOthers() {
        try {
            return instance.getCluster().getMembers().size() > 1;
        } catch (HazelcastInstanceNotActiveException ended) {
            return false;
        }
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

    private static Optional<HazelcastInstance> bean(BeanContainer container, CreationalContext<?> borrowed) {
        try {
            Bean<?> bean = container.resolve(container.getBeans(HazelcastInstance.class).stream()
                    .filter(HazelcastMember::seesLibrary)
                    .collect(Collectors.toSet()));
            return Optional.ofNullable(bean)
                    .map(found -> (HazelcastInstance) container.getReference(found, HazelcastInstance.class, borrowed));
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
            return loader != null && loader.loadClass(HazelcastMember.class.getName()) == HazelcastMember.class;
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

    private static HazelcastInstance start(Place place, boolean cp) {
        NodeSettings settings = place.settings();
        EmbeddedMember member = EmbeddedMember.builder().roles(settings.roles());
        settings.configLocation().ifPresent(member::config);
        settings.clusterName().ifPresent(member::clusterName);
        settings.port().ifPresent(member::port);
        settings.bindAddress().ifPresent(member::bindAddress);
        if (!settings.members().isEmpty()) {
            member.members(settings.members());
        }
        if (cp) {
            member.customize(
                    config -> CpLeaseProvider.configure(config, place.lease().cp()));
        }
        return member.start();
    }
}
