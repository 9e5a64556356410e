package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.Placement;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonOptions;
import dev.singleton.SupervisionStrategy;
import dev.singleton.lease.cp.CpLeaseSettings;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Settings")
class SettingsTest {

    private static final Map<String, String> EVERY_ATTRIBUTE = Map.ofEntries(
            Map.entry("role", "backend"),
            Map.entry("placement", "spread"),
            Map.entry("quorum", "2"),
            Map.entry("start", "false"),
            Map.entry("lease", "cp"),
            Map.entry("acquire-retry-interval", "PT1S"),
            Map.entry("hand-over-timeout", "PT2S"),
            Map.entry("restart-on-termination", "false"),
            Map.entry("max-hand-over-state-bytes", "3"),
            Map.entry("buffer-size", "4"),
            Map.entry("outbox-capacity", "5"),
            Map.entry("mailbox-capacity", "6"),
            Map.entry("ask-timeout", "PT7S"),
            Map.entry("supervision.strategy", "resume"),
            Map.entry("supervision.max-restarts", "8"),
            Map.entry("supervision.within", "PT9S"));

    private static final SingletonOptions EVERY_OPTION = SingletonOptions.builder()
            .role("backend")
            .placement(Placement.SPREAD)
            .quorum(2)
            .start(false)
            .lease("cp")
            .acquireRetryInterval(Duration.ofSeconds(1))
            .handOverTimeout(Duration.ofSeconds(2))
            .restartOnTermination(false)
            .maxHandOverStateBytes(3)
            .bufferSize(4)
            .outboxCapacity(5)
            .mailboxCapacity(6)
            .askTimeout(Duration.ofSeconds(7))
            .supervisionStrategy(SupervisionStrategy.RESUME)
            .supervisionMaxRestarts(8)
            .supervisionWithin(Duration.ofSeconds(9))
            .build();

    private final Faults faults = new Faults();

    @Test
    void withoutAnySettingTheCodeCounts() {
        SingletonOptions code = SingletonOptions.builder().quorum(3).build();
        assertThat(resolve(Map.of(), code)).isEqualTo(code);
    }

    @Test
    void everyAttributeIsReadForOneSingleton() {
        assertThat(resolve(prefixed(TypeSettings.TYPE + "job-scheduler."), SingletonOptions.defaults()))
                .isEqualTo(EVERY_OPTION);
        assertThat(EVERY_ATTRIBUTE)
                .containsOnlyKeys(
                        Stream.of(Attribute.values()).map(Attribute::key).toArray(String[]::new));
    }

    @Test
    void everyAttributeIsReadForAllSingletons() {
        assertThat(resolve(prefixed(TypeSettings.DEFAULT), SingletonOptions.defaults()))
                .isEqualTo(EVERY_OPTION);
    }

    @Test
    void everyAttributeIsReadFromEnvironmentVariables() {
        Map<String, String> variables = new HashMap<>();
        prefixed(TypeSettings.TYPE + "job-scheduler.").forEach((key, value) -> variables.put(asVariable(key), value));
        Config config = new SmallRyeConfigBuilder()
                .withSources(new EnvConfigSource(variables, 300))
                .build();
        assertThat(new TypeSettings(config).resolve("job-scheduler", SingletonOptions.defaults(), faults))
                .isEqualTo(EVERY_OPTION);
        assertThat(faults.texts()).isEmpty();
        assertThat(new UnknownNames(List.of("job-scheduler")).warnings(config.getPropertyNames()))
                .isEmpty();
    }

    @Test
    void aSingletonsOwnSettingIsOverTheDefaultWhichIsOverTheCode() {
        SingletonOptions code = SingletonOptions.builder()
                .quorum(1)
                .bufferSize(10)
                .askTimeout(Duration.ofSeconds(1))
                .build();
        SingletonOptions options = resolve(
                Map.of(
                        "singleton.type.job-scheduler.quorum", "3",
                        "singleton.default.quorum", "2",
                        "singleton.default.buffer-size", "20"),
                code);
        assertThat(options.quorum()).isEqualTo(3);
        assertThat(options.bufferSize()).isEqualTo(20);
        assertThat(options.askTimeout()).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "quorum | -1 | at least 0",
                "quorum | two | at least 0",
                "placement | nearest | one of address, oldest, spread",
                "start | maybe | true or false",
                "acquire-retry-interval | PT0S | more than zero",
                "hand-over-timeout | 10s | ISO-8601",
                "ask-timeout | PT-1S | more than zero",
                "buffer-size | 0 | at least 1",
                "mailbox-capacity | 99999999999 | at least 1",
                "supervision.strategy | die | one of restart, resume, stop"
            })
    void aBadValueIsToldWithKeyValueAndRule(String attribute, String value, String rule) {
        String key = "singleton.type.job-scheduler." + attribute;
        resolveAnyway(Map.of(key, value), SingletonOptions.defaults());
        assertThat(faults.texts())
                .singleElement()
                .satisfies(text -> assertThat(text).contains(key, "'" + value + "'", rule));
    }

    @Test
    void allBadValuesComeAtOnce() {
        Map<String, String> settings = Map.of(
                "singleton.type.job-scheduler.quorum", "-1",
                "singleton.default.ask-timeout", "soon",
                "singleton.default.start", "perhaps",
                "singleton.hazelcast.port", "70000",
                "singleton.roles", "a,,b",
                "singleton.enabled", "sometimes");
        resolveAnyway(settings, SingletonOptions.defaults());
        NodeSettings.read(config(settings), faults);
        assertThat(faults.texts()).hasSize(6);
    }

    @Test
    void valuesThatDoNotFitTogetherAreTold() {
        resolveAnyway(Map.of("singleton.type.job-scheduler.buffer-size", "200000"), SingletonOptions.defaults());
        assertThat(faults.texts())
                .singleElement()
                .satisfies(text -> assertThat(text)
                        .contains("job-scheduler", "outbox-capacity is 100000", "buffer-size (200000)"));
    }

    @Test
    void anExpressionWithoutAValueIsAFaultOfItsKey() {
        resolveAnyway(Map.of("singleton.default.quorum", "${nobody.sets.this}"), SingletonOptions.defaults());
        assertThat(faults.texts())
                .singleElement()
                .satisfies(text -> assertThat(text).contains("singleton.default.quorum", "nobody.sets.this"));
    }

    @Test
    void whatAProgramStartsByHandFailsWithEveryFault() {
        TypeSettings types = new TypeSettings(config(Map.of(
                "singleton.type.job-scheduler.quorum", "-1", "singleton.type.job-scheduler.ask-timeout", "soon")));
        assertThatThrownBy(() -> types.resolve("job-scheduler", SingletonOptions.defaults()))
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContainingAll("quorum", "ask-timeout");
    }

    @Test
    void everySettingOfTheLeaseProviderIsReadAlsoFromEnvironmentVariables() {
        Map<String, String> settings = Map.of(
                "singleton.lease.cp.session-ttl", "PT20S",
                "singleton.lease.cp.heartbeat", "PT3S",
                "singleton.lease.cp.margin", "PT4S",
                "singleton.lease.cp.operation-timeout", "PT6S",
                "singleton.lease.cp.group", "jobs",
                "singleton.lease.cp.member-count", "5",
                "singleton.lease.cp.auto-promote", "false",
                "singleton.lease.cp.allow-unsafe", "true");
        assertThat(LeaseSettings.KEYS).containsExactlyInAnyOrderElementsOf(settings.keySet());
        CpLeaseSettings expected = CpLeaseSettings.builder()
                .sessionTtl(Duration.ofSeconds(20))
                .heartbeat(Duration.ofSeconds(3))
                .margin(Duration.ofSeconds(4))
                .operationTimeout(Duration.ofSeconds(6))
                .group("jobs")
                .memberCount(5)
                .autoPromote(false)
                .allowUnsafe(true)
                .build();
        assertThat(LeaseSettings.read(config(settings), faults)).isEqualTo(new LeaseSettings(expected, true, true));
        Map<String, String> variables = new HashMap<>();
        settings.forEach((key, value) -> variables.put(asVariable(key), value));
        Config environment = new SmallRyeConfigBuilder()
                .withSources(new EnvConfigSource(variables, 300))
                .build();
        assertThat(LeaseSettings.read(environment, faults).cp()).isEqualTo(expected);
        assertThat(faults.texts()).isEmpty();
    }

    @Test
    void withNothingSetTheLeaseProviderHasItsDefaults() {
        assertThat(LeaseSettings.read(config(Map.of()), faults))
                .isEqualTo(new LeaseSettings(CpLeaseSettings.defaults(), false, false));
    }

    @Test
    void allBadValuesOfTheLeaseProviderComeAtOnceWithKeyValueAndRule() {
        LeaseSettings.read(
                config(Map.of(
                        "singleton.lease.cp.session-ttl", "PT2.5S",
                        "singleton.lease.cp.heartbeat", "often",
                        "singleton.lease.cp.margin", "PT0.01S",
                        "singleton.lease.cp.operation-timeout", "PT9223372036854775807S",
                        "singleton.lease.cp.group", "METADATA",
                        "singleton.lease.cp.member-count", "2",
                        "singleton.lease.cp.auto-promote", "maybe",
                        "singleton.lease.cp.allow-unsafe", "never")),
                faults);
        assertThat(faults.texts())
                .hasSize(8)
                .anySatisfy(text -> assertThat(text).contains("session-ttl = PT2.5S", "whole seconds"))
                .anySatisfy(text -> assertThat(text).contains("heartbeat is 'often'", "ISO-8601"))
                .anySatisfy(text -> assertThat(text).contains("margin = PT0.01S", "at least PT0.1S"))
                .anySatisfy(text -> assertThat(text).contains("operation-timeout is 'PT922", "at most PT10M"))
                .anySatisfy(text -> assertThat(text).contains("group = METADATA", "letters"))
                .anySatisfy(text -> assertThat(text).contains("member-count = 2", "odd"))
                .anySatisfy(text -> assertThat(text).contains("auto-promote is 'maybe'", "true or false"))
                .anySatisfy(text -> assertThat(text).contains("allow-unsafe is 'never'", "true or false"));
    }

    @Test
    void valuesOfTheLeaseProviderThatDoNotFitTogetherAreTold() {
        LeaseSettings.read(
                config(Map.of("singleton.lease.cp.session-ttl", "PT5S", "singleton.lease.cp.margin", "PT2S")), faults);
        assertThat(faults.texts())
                .singleElement()
                .satisfies(text -> assertThat(text).contains("singleton.lease.cp.heartbeat = PT2S", "at most half"));
    }

    @Test
    void theNodesSettings() {
        NodeSettings node = NodeSettings.read(
                config(Map.of(
                        "singleton.roles", "backend, gpu",
                        "singleton.enabled", "false",
                        "singleton.hazelcast.cluster-name", "prod",
                        "singleton.hazelcast.port", "5801",
                        "singleton.hazelcast.members", "10.0.0.1, 10.0.0.2:5802",
                        "singleton.hazelcast.bind-address", "10.0.0.1",
                        "singleton.health.enabled", "no")),
                faults);
        assertThat(faults.texts()).isEmpty();
        assertThat(node.roles()).containsExactlyInAnyOrder("backend", "gpu");
        assertThat(node.enabled()).isFalse();
        assertThat(node.health()).isFalse();
        assertThat(node.clusterName()).contains("prod");
        assertThat(node.port()).hasValue(5801);
        assertThat(node.members()).containsExactly("10.0.0.1", "10.0.0.2:5802");
        assertThat(node.bindAddress()).contains("10.0.0.1");
    }

    @Test
    void withNothingSetTheNodeIsOnAndHasNoRole() {
        NodeSettings node = NodeSettings.read(config(Map.of()), faults);
        assertThat(node.enabled()).isTrue();
        assertThat(node.health()).isTrue();
        assertThat(node.roles()).isEmpty();
        assertThat(node.port()).isEmpty();
    }

    @Test
    void anInstanceThatRunsTakesNoSettingsOfAMember() {
        NodeSettings.read(
                config(Map.of("singleton.hazelcast.instance-name", "main", "singleton.hazelcast.port", "5801")),
                faults);
        assertThat(faults.texts())
                .singleElement()
                .satisfies(text ->
                        assertThat(text).contains("singleton.hazelcast.port", "5801", "'main'", "remove one of them"));
    }

    @ParameterizedTest
    @CsvSource({
        "singleton.type.job-scheduler.qorum, singleton.type.job-scheduler.quorum",
        "singleton.type.job-schedular.quorum, singleton.type.job-scheduler.quorum",
        "singleton.type.by-hand.qorum, singleton.type.by-hand.quorum",
        "singleton.default.ask-time-out, singleton.default.ask-timeout",
        "singleton.hazelcast.prot, singleton.hazelcast.port",
        "singleton.lease.cp.session-tll, singleton.lease.cp.session-ttl",
        "singleton.lease.pc.margin, singleton.lease.cp.margin",
        "singleton.lease.session-ttl, singleton.lease.cp.session-ttl",
        "singleton.lease.cp.session_ttl, singleton.lease.cp.session-ttl",
        "singleton.type.job-scheduler.buffer_size, singleton.type.job-scheduler.buffer-size",
        "singleton.role, singleton.roles"
    })
    void aSlipOfThePenIsToldWithWhatWasMeant(String slip, String meant) {
        assertThat(warnings(slip))
                .singleElement()
                .satisfies(text -> assertThat(text).contains("The setting " + slip, "did you mean " + meant + "?"));
    }

    @Test
    void whatIsOursAndReadByNobodyIsTold() {
        assertThat(warnings("singleton.colour", "singleton.type.job-scheduler.nothing-like-it"))
                .hasSize(2)
                .noneMatch(text -> text.contains("did you mean"));
    }

    @Test
    void goodNamesAndThoseOfOthersAreNotTold() {
        assertThat(warnings(
                        "singleton.type.job-scheduler.supervision.within",
                        "singleton.type.started-by-hand.quorum",
                        "singleton.default.quorum",
                        "singleton.hazelcast.port",
                        "singleton.lease.cp.group",
                        "singleton.lease.jdbc.table",
                        "singletons.of.others",
                        "SINGLETON_TYPE_JOB_SCHEDULER_QUORUM",
                        "singleton.type.job.scheduler.quorum"))
                .isEmpty();
    }

    private static List<String> warnings(String... names) {
        return new UnknownNames(List.of("job-scheduler")).warnings(List.of(names));
    }

    private SingletonOptions resolve(Map<String, String> settings, SingletonOptions code) {
        SingletonOptions options = resolveAnyway(settings, code);
        assertThat(faults.texts()).isEmpty();
        return options;
    }

    private SingletonOptions resolveAnyway(Map<String, String> settings, SingletonOptions code) {
        return new TypeSettings(config(settings)).resolve("job-scheduler", code, faults);
    }

    private static Config config(Map<String, String> settings) {
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(settings, "test", 200))
                .build();
    }

    private static Map<String, String> prefixed(String prefix) {
        Map<String, String> settings = new HashMap<>();
        EVERY_ATTRIBUTE.forEach((key, value) -> settings.put(prefix + key, value));
        return settings;
    }

    private static String asVariable(String key) {
        return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }
}
