package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonException;
import dev.singleton.spi.Membership;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Preparing a member")
@Timeout(120)
class PreparedMemberTest {

    private final Cluster cluster = new Cluster();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName("shows its roles to all members at once")
    void roles() throws Exception {
        Station anna = Station.on(cluster.start(HazelcastSingletons.configure(cluster.config(), "backend", "batch")));
        Station bert = Station.on(cluster.start(HazelcastSingletons.configure(cluster.config())));
        Station carl = Station.on(cluster.start());
        anna.awaitMembers(3);
        for (Station each : new Station[] {anna, bert, carl}) {
            assertThat(each.binding.membership().members())
                    .extracting(Membership.Member::roles)
                    .containsExactly(Set.of("backend", "batch"), Set.of(), Set.of());
        }
    }

    @Test
    @DisplayName("once more takes no role away")
    void rolesStay() {
        Config config = HazelcastSingletons.configure(new Config(), "backend");
        HazelcastSingletons.configure(HazelcastSingletons.configure(config), "batch");
        assertThat(config.getMemberAttributeConfig().getAttribute(MemberView.ROLES))
                .isEqualTo("backend,batch");
    }

    @Test
    @DisplayName("each life of a node on it has a larger number, also when the clock was set back between them")
    void livesGrow() {
        HazelcastInstance member = cluster.start(HazelcastSingletons.configure(cluster.config()));
        long inAnHour = System.currentTimeMillis() + 3_600_000;
        member.getUserContext().put("dev.singleton.life", inAnHour);
        Station anna = Station.on(member);
        assertThat(anna.binding.nextLife()).isEqualTo(inAnHour + 1);
        assertThat(anna.binding.nextLife()).isEqualTo(inAnHour + 2);
    }

    @Test
    @DisplayName("a role that cannot be told from two is refused")
    void badRole() {
        assertThatThrownBy(() -> HazelcastSingletons.configure(new Config(), "a,b"))
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessage("The role 'a,b' is unusable: a role is a non-empty name without comma");
    }

    @Test
    @DisplayName("lets the node learn of an end without any event; without it, the node learns at its next frame")
    void endWithoutEvent() throws Exception {
        HazelcastInstance prepared = cluster.start(HazelcastSingletons.configure(cluster.config()));
        HazelcastInstance bare = cluster.start();
        Station anna = Station.on(prepared);
        Station bert = Station.on(bare);

        Engine.of(prepared).nodeEngine().getNode().shutdown(true);
        anna.awaitTold("terminated");

        Engine.of(bare).nodeEngine().getNode().shutdown(true);
        assertThat(bert.told).doesNotContain("terminated");
        bert.send(anna.self(), "anybody there?");
        bert.awaitTold("terminated");
    }

    @Test
    @DisplayName("whoever built a node is told how its member ended, once, unless the node was closed before")
    void howItEnded() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        HazelcastInstance shutDown = withNode(told);
        HazelcastInstance terminated = withNode(told);
        HazelcastInstance byItself = withNode(told);
        HazelcastInstance closed = cluster.start(HazelcastSingletons.configure(cluster.config()));
        HazelcastSingletons.on(closed).memberEnded(told::add).build().close();

        closed.shutdown();
        shutDown.shutdown();
        assertThat(told.poll(Station.PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isEqualTo("The Hazelcast instance '" + shutDown.getName() + "' was shut down");
        terminated.getLifecycleService().terminate();
        assertThat(told.poll(Station.PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isEqualTo("The Hazelcast instance '" + terminated.getName() + "' was terminated");
        Engine.of(byItself).nodeEngine().getNode().shutdown(true);
        assertThat(told.poll(Station.PATIENCE_SECONDS, TimeUnit.SECONDS))
                .startsWith("The Hazelcast instance '" + byItself.getName() + "' has ended itself without an event");
        assertThat(told).isEmpty();
    }

    private HazelcastInstance withNode(Queue<String> told) {
        HazelcastInstance member = cluster.start(HazelcastSingletons.configure(cluster.config()));
        assertThat(HazelcastSingletons.on(member).memberEnded(told::add).build().all())
                .isEmpty();
        return member;
    }

    @Test
    @DisplayName("a member whose class loader does not see the library is refused with the mend")
    void blindClassLoader() {
        Config config = cluster.config();
        config.setClassLoader(new WithoutTheLibrary());
        HazelcastInstance blind = cluster.start(config);
        assertThatThrownBy(() -> HazelcastSingletons.on(blind).build())
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContaining(blind.getName())
                .hasMessageContaining("HazelcastSingletons.configure");
    }

    @Test
    @DisplayName("a member that has been shut down is refused")
    void notRunning() {
        HazelcastInstance member = cluster.start();
        member.shutdown();
        assertThatThrownBy(() -> HazelcastSingletons.on(member).build())
                .isInstanceOf(SingletonException.class)
                .hasMessageContaining("is not running");
    }
}
