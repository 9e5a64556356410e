package dev.singleton.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class JobSchedulerTest {

    @Test
    void the_number_of_runs_goes_along_in_a_planned_move_and_again_in_the_next_one() {
        byte[] fortyTwoRuns = ByteBuffer.allocate(Long.BYTES).putLong(42).array();
        JobScheduler onTheNextNode = new JobScheduler();

        onTheNextNode.restoreFromHandOver(fortyTwoRuns);

        assertThat(onTheNextNode.serializeForHandOver()).isEqualTo(fortyTwoRuns);
    }
}
