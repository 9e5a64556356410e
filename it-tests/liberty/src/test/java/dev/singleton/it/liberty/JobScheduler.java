package dev.singleton.it.liberty;

import dev.singleton.Singleton;

/** The singleton of these tests. */
@Singleton("job-scheduler")
public class JobScheduler extends Scheduling {}
