package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.Placement;
import dev.singleton.Proxy;
import dev.singleton.RemoteFailureException;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.WarmHandOver;
import dev.singleton.hazelcast.Greeting.Insult;
import dev.singleton.hazelcast.Greeting.Letter;
import dev.singleton.hazelcast.Greeting.Note;
import dev.singleton.hazelcast.Greeting.Postcard;
import dev.singleton.hazelcast.Greeting.Said;
import dev.singleton.hazelcast.Greeting.WhatWasSaid;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("An application's own Hazelcast serializers and filters are neither used for messages nor replaced")
@Timeout(180)
class OwnSerializersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Cluster cluster = new Cluster();
    private HazelcastInstance anna;
    private HazelcastInstance bert;
    private Proxy<Greeting> fromAnna;
    private Proxy<Greeting> fromBert;

    @BeforeEach
    void start() {
        anna = member();
        bert = member();
        fromAnna = host(anna);
        fromBert = host(bert);
        OwnSerializers.USED.clear();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private HazelcastInstance member() {
        return cluster.start(HazelcastSingletons.configure(OwnSerializers.addTo(cluster.config())));
    }

    /** The oldest member hosts, so anna does. */
    private static Proxy<Greeting> host(HazelcastInstance member) {
        SingletonKey<Greeting> key = SingletonKey.of("doorman", Greeting.class);
        SingletonOptions oldest =
                SingletonOptions.builder().placement(Placement.OLDEST).build();
        return HazelcastSingletons.on(member).build().start(key, Doorman::new, oldest);
    }

    @Test
    @DisplayName("messages, asks, exceptions and the warm state travel by none of them")
    void byNoneOfThem() throws Exception {
        List<Greeting> greetings = List.of(new Note("hi"), new Letter(List.of("dear", "all")), Postcard.from("Rome"));
        greetings.forEach(fromBert::tell);
        List<String> said = greetings.stream().map(Object::toString).toList();
        assertThat(heardBy(fromBert)).isEqualTo(said);
        assertThat(fromAnna.locallyOwned()).isTrue();
        assertThatThrownBy(() -> ask(fromBert, new Insult("boo")))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("IllegalArgumentException: boo");

        fromBert.tell(new Note("after the restart"));
        anna.shutdown();
        assertThat(heardBy(fromBert)).containsExactly("Note[text=after the restart]");
        assertThat(fromBert.locallyOwned()).isTrue();
        assertThat(OwnSerializers.USED).isEmpty();
    }

    @Test
    @DisplayName("the application's own map is written and read by each of them, as ever")
    void ofTheApplication() {
        List<Object> kept = List.of(
                new Note("hi"),
                new Letter(List.of("dear", "all")),
                Postcard.from("Rome"),
                new OwnSerializers.Text("plain"));
        kept.forEach(each -> anna.getMap("kept").set(each.toString(), each));
        kept.forEach(
                each -> assertThat(bert.getMap("kept").get(each.toString())).isEqualTo(each));
        assertThat(OwnSerializers.USED).containsOnly("compact", "stream", "portable", "global");
    }

    private static List<String> heardBy(Proxy<Greeting> doorman) throws Exception {
        return ask(doorman, new WhatWasSaid()).all();
    }

    private static Said ask(Proxy<Greeting> doorman, Greeting question) throws Exception {
        return doorman.ask(question, Said.class, PATIENCE).toCompletableFuture().get();
    }

    private static final class Doorman implements SingletonActor<Greeting>, WarmHandOver {

        private final List<String> heard = new ArrayList<>();

        @Override
        public void receive(Greeting greeting, SingletonContext<Greeting> context) {
            if (greeting instanceof WhatWasSaid) {
                context.reply(new Said(List.copyOf(heard)));
            } else if (greeting instanceof Insult insult) {
                throw new IllegalArgumentException(insult.words());
            } else {
                heard.add(greeting.toString());
            }
        }

        @Override
        public byte[] serializeForHandOver() {
            return String.join("\n", heard).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void restoreFromHandOver(byte[] state) {
            heard.addAll(List.of(new String(state, StandardCharsets.UTF_8).split("\n", -1)));
        }
    }
}
