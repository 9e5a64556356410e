package dev.singleton.spi;

import java.util.concurrent.Executor;

/**
 * Where instances run, and every other call into the application: suppliers, listeners, completions of {@code ask}.
 * Tasks may block; a task must be able to start while others block. {@code execute} itself must not block.
 */
@FunctionalInterface
public interface SingletonExecutor extends Executor {}
