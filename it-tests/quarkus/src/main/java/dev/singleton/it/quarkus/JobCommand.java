package dev.singleton.it.quarkus;

import java.time.Instant;
import java.util.List;

/** What the scheduler is told. */
public sealed interface JobCommand {

    /** Adds a job. */
    record Schedule(String id, Instant due) implements JobCommand {}

    /** Asks for a {@link Report}. */
    record Tell() implements JobCommand {}

    /** All jobs, in the order of their arrival, and what stood around the last one. */
    record Report(List<String> jobs, boolean applicationsClassLoader, int usesOfRequest) {}
}
