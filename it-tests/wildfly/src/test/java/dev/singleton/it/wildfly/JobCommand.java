package dev.singleton.it.wildfly;

import java.util.List;

/** What the scheduler is told. */
public sealed interface JobCommand {

    /** Adds a job. */
    record Schedule(String id) implements JobCommand {}

    /** Asks for a {@link Report}. */
    record Tell() implements JobCommand {}

    /**
     * All jobs, and what stood around the last message.
     *
     * @param applicationsClassLoader whether the thread had the class loader of the application
     * @param application the application's name, from its naming context
     * @param transactionsBefore the status of the transaction before the handler began one
     * @param usesOfRequest how often the bean of the request had been used
     */
    record Report(
            List<String> jobs,
            boolean applicationsClassLoader,
            String application,
            int transactionsBefore,
            int usesOfRequest) {}
}
