package dev.singleton.codec;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The messages of the job scheduler that the tests send: a sealed hierarchy like one that an application writes. */
sealed interface JobCommand {

    record Schedule(String id, long at, String payload) implements JobCommand {}

    record Cancel(String id, Optional<String> reason) implements JobCommand {}

    record Compact() implements JobCommand {}

    record Batch(List<JobCommand> commands, Map<Priority, JobCommand> first) implements JobCommand {}

    sealed interface Query extends JobCommand {}

    record GetStatus(String id) implements Query {}

    enum Switch implements JobCommand {
        PAUSE,
        RESUME {
            @Override
            boolean runs() {
                return true;
            }
        };

        boolean runs() {
            return false;
        }
    }

    enum Priority {
        LOW,
        HIGH
    }

    record Due(JobCommand command, Instant when) {}
}
