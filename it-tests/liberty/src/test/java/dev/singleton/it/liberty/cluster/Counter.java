package dev.singleton.it.liberty.cluster;

import dev.singleton.Singleton;

/** With the settings of the library. */
@Singleton("counter")
public class Counter extends Recorder {}
