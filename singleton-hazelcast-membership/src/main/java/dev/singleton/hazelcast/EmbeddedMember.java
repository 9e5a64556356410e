package dev.singleton.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the Hazelcast member that runs inside the application when the application has none of its own.
 *
 * <p>With nothing set, it is bound to 127.0.0.1, on the first free port from 5701 to 5720, and finds the members of the
 * same cluster name on those ports: other nodes on this machine, and nobody else. It has no port for clients, no
 * telemetry and no JVM shutdown hook: whoever starts it shuts it down. It notices a dead peer within 5 s.
 *
 * <p>One builder for one member, one thread at a time.
 */
public final class EmbeddedMember {

    /** The first port that is tried when none is set. */
    public static final int FIRST_PORT = 5701;

    /** How many ports are tried, and searched for other members, when none are set. */
    public static final int PORTS = 20;

    private @Nullable String location;
    private @Nullable Config config;
    private @Nullable ClassLoader classLoader;
    private String clusterName = "singletons";
    private String bindAddress = "127.0.0.1";
    private int port;
    private List<String> members = List.of();
    private List<String> roles = List.of();
    private Consumer<Config> lastWord = ready -> {};
    /** What was set that only counts without a configuration of the application's own. */
    private final List<String> ownSettings = new ArrayList<>();

    private EmbeddedMember() {}

    /** A member with the defaults. */
    public static EmbeddedMember builder() {
        return new EmbeddedMember();
    }

    /** The members of one cluster have the same name; default {@code singletons}. */
    public EmbeddedMember clusterName(String name) {
        requireText("cluster name", name);
        ownSettings.add("cluster name");
        this.clusterName = name.strip();
        return this;
    }

    /**
     * The one port of this member, 1 to 65535. With the default, the first free one from {@link #FIRST_PORT}.
     *
     * @throws SingletonConfigurationException when it is no port
     */
    public EmbeddedMember port(int fixedPort) {
        if (fixedPort < 1 || fixedPort > 65_535) {
            throw new SingletonConfigurationException(
                    "The port " + fixedPort + " of the Hazelcast member is none: name one from 1 to 65535");
        }
        ownSettings.add("port");
        this.port = fixedPort;
        return this;
    }

    /**
     * Where the other members are, as {@code host:port} or {@code host} (then the ports from {@link #FIRST_PORT} on, or
     * the fixed one); this member may be among them. Default: the ports from {@link #FIRST_PORT} on, and the fixed one,
     * at the bind address.
     */
    public EmbeddedMember members(Collection<String> addresses) {
        addresses.forEach(address -> requireText("address of a member", address));
        ownSettings.add("members");
        this.members = addresses.stream().map(String::strip).toList();
        return this;
    }

    /**
     * The address of this machine that the member listens at and that the others reach it by; a Hazelcast pattern such
     * as {@code 10.0.7.*} picks one. Default 127.0.0.1.
     */
    public EmbeddedMember bindAddress(String address) {
        requireText("bind address", address);
        ownSettings.add("bind address");
        this.bindAddress = address.strip();
        return this;
    }

    /** The roles of this node, as a member attribute. */
    public EmbeddedMember roles(Collection<String> names) {
        this.roles = List.copyOf(names);
        return this;
    }

    /** Loads Hazelcast's own configuration instead, XML or YAML: {@code classpath:hazelcast.yaml}, a path or an URL. */
    public EmbeddedMember config(String configLocation) {
        requireText("location of the Hazelcast configuration", configLocation);
        this.location = configLocation.strip();
        return this;
    }

    /** Takes this configuration instead. It is prepared with {@link HazelcastSingletons#configure}. */
    public EmbeddedMember config(Config ownConfig) {
        this.config = ownConfig;
        return this;
    }

    /** Where Hazelcast finds classes and {@code classpath:} is looked up; default the caller's context class loader. */
    public EmbeddedMember classLoader(ClassLoader loader) {
        this.classLoader = loader;
        return this;
    }

    /**
     * Changes the configuration, whichever it is, after all that is set here; for what must be in it before the member
     * starts, such as a CP Subsystem.
     */
    public EmbeddedMember customize(Consumer<Config> change) {
        this.lastWord = lastWord.andThen(change);
        return this;
    }

    /**
     * The configuration that {@link #start()} starts.
     *
     * @throws SingletonConfigurationException when settings contradict each other or the location cannot be loaded
     */
    public Config toConfig() {
        if (location != null && config != null) {
            throw new SingletonConfigurationException("Both a Hazelcast configuration and the location '" + location
                    + "' of one are given: give one of them");
        }
        boolean own = location != null || config != null;
        if (own && !ownSettings.isEmpty()) {
            throw new SingletonConfigurationException(
                    "A Hazelcast configuration is given" //
                            + (location == null ? "" : " ('" + location + "')") + " and beside it " + ownSettings
                            + ": put these into that configuration, or leave it out");
        }
        Config made = own ? givenConfig() : tunedConfig();
        if (made.getClassLoader() == null) {
            made.setClassLoader(loader());
        }
        lastWord.accept(HazelcastSingletons.configure(made, roles.toArray(String[]::new)));
        return made;
    }

    private Config givenConfig() {
        return config != null ? config : ConfigSource.load(String.valueOf(location), loader());
    }

    private Config tunedConfig() {
        return new TunedConfig(clusterName, bindAddress, port, members).toConfig();
    }

    /** The context class loader, when it sees this very library; Hazelcast must find our operations through it. */
    private ClassLoader loader() {
        if (classLoader != null) {
            return classLoader;
        }
        ClassLoader ours = EmbeddedMember.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            boolean same = context != null && context.loadClass(EmbeddedMember.class.getName()) == EmbeddedMember.class;
            return same ? context : ours;
        } catch (ClassNotFoundException unseen) {
            return ours;
        }
    }

    /**
     * Starts the member and joins the cluster. Blocks until that is done: a second or two, longer while several start at
     * once.
     *
     * @throws SingletonConfigurationException when the port is in use, the address is not one of this machine, or the
     *     configuration is unusable; the text names the value and the mend
     * @throws SingletonException when Hazelcast cannot start for another reason
     */
    public HazelcastInstance start() {
        Config ready = toConfig();
        try {
            return Hazelcast.newHazelcastInstance(ready);
        } catch (RuntimeException failed) {
            throw explained(failed);
        }
    }

    private SingletonException explained(RuntimeException failed) {
        String where = location != null || config != null
                ? "as its configuration says"
                : "at " + bindAddress + ", "
                        + (port > 0 ? "port " + port : "ports " + FIRST_PORT + " to " + lastPort());
        if (failed instanceof HazelcastException && failed.getCause() instanceof BindException bind) {
            boolean inUse = String.valueOf(bind.getMessage()).contains("in use");
            return new SingletonConfigurationException(
                    "The Hazelcast member cannot listen " + where + ": "
                            + (inUse
                                    ? "in use. End the program that listens there, name another port, or name none and the"
                                            + " first free one from " + FIRST_PORT + " is taken"
                                    : bind.getMessage() + ". Name an address of this machine and a port that this user"
                                            + " may open"),
                    failed);
        }
        if (String.valueOf(failed.getMessage()).contains("No matching network interface")) {
            return new SingletonConfigurationException(
                    "The Hazelcast member cannot listen " + where
                            + ": this machine has no such address. Name one that it"
                            + " has, or 127.0.0.1 for nodes on this machine only",
                    failed);
        }
        if (String.valueOf(failed.getMessage()).contains("CP subsystem is a licensed feature")) {
            return new SingletonConfigurationException(
                    "The Hazelcast member cannot start with a CP Subsystem, which lease = cp needs: Hazelcast "
                            + BuildInfoProvider.getBuildInfo().getVersion()
                            + " has none in its community edition, which ended with 5.4. Use Hazelcast 5.4.0 or 5.3.8,"
                            + " or an Enterprise edition with its license; or name another lease provider",
                    failed);
        }
        return new SingletonException(
                "The Hazelcast member cannot start " + where + ": " + failed.getMessage(), failed);
    }

    private static int lastPort() {
        return FIRST_PORT + PORTS - 1;
    }

    private static void requireText(String what, String value) {
        if (value.isBlank()) {
            throw new SingletonConfigurationException(
                    "The " + what + " is empty: name one, or leave the setting out for the default");
        }
    }
}
