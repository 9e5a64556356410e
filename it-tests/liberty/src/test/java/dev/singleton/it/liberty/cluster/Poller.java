package dev.singleton.it.liberty.cluster;

import dev.singleton.Singleton;

/** Another one, which a new version of the application changes. */
@Singleton("poller")
public class Poller extends Recorder {}
