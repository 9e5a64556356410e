package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Placement;
import dev.singleton.SingletonKey;
import dev.singleton.testkit.Stage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many singletons on few nodes. */
class ManySingletonsTest {

    @Test
    void aThousandSingletonsStartMoveAndStop() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            stage.joinWith(2, builder -> builder);
            List<SingletonKey<String>> keys = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                keys.add(SingletonKey.of("type-" + i, String.class));
            }
            keys.forEach(key -> stage.node(1).start(key, stage.actor(1)));
            keys.forEach(key -> stage.node(2).start(key, stage.actor(2)));
            eventually(
                    "all are hosted and known",
                    () -> keys.stream()
                            .allMatch(key -> stage.node(2)
                                    .ref(key)
                                    .owner()
                                    .filter(stage.node(1).self()::equals)
                                    .isPresent()));
            stage.cluster.leave(1);
            eventually(
                    "all have moved",
                    () -> keys.stream().allMatch(key -> stage.node(2).ref(key).locallyOwned()));
            keys.forEach(key -> stage.node(2).ref(key).tell(key.typeName()));
            eventually("each handles a message", () -> stage.handled().size() == 1_000);
            keys.forEach(key -> reply(stage.node(2).stop(key)));
            assertThat(stage.census.live()).isZero();
            assertThat(stage.census.births()).isEqualTo(2_000);
            assertThat(stage.node(2).all()).hasSize(1_000);
        }
    }

    @Test
    void underSpreadManySingletonsShareTheNodes() {
        try (Stage stage = new Stage().with(options -> options.placement(Placement.SPREAD))) {
            for (int number : List.of(1, 2, 3)) {
                stage.joinWith(number, builder -> builder);
            }
            List<SingletonKey<String>> keys = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                keys.add(SingletonKey.of("type-" + i, String.class));
            }
            for (int number : List.of(1, 2, 3)) {
                keys.forEach(key -> stage.node(number).start(key, stage.actor(number), stage.options()));
            }
            eventually(
                    "all nodes name the same owner for each",
                    () -> keys.stream()
                            .allMatch(key -> stage.node(1).ref(key).owner().isPresent()
                                    && stage.node(1)
                                            .ref(key)
                                            .owner()
                                            .equals(stage.node(2).ref(key).owner())
                                    && stage.node(1)
                                            .ref(key)
                                            .owner()
                                            .equals(stage.node(3).ref(key).owner())));
            for (int number : List.of(1, 2, 3)) {
                assertThat(keys.stream()
                                .filter(key -> stage.node(number).ref(key).locallyOwned())
                                .count())
                        .isBetween(5L, 40L);
            }
        }
    }
}
