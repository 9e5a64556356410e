package dev.singleton;

import java.time.Duration;

/**
 * Messages that an instance sends to itself later. They pass through its mailbox like any other message and are gone
 * with the instance. Starting a timer under a key that is in use replaces that timer.
 *
 * @param <M> the type of the messages
 */
public interface Timers<M> {

    /** Sends the message once, after the delay (zero or more). */
    void startSingle(Object key, M message, Duration delay);

    /** Sends the message again and again; the first time after one interval (more than zero). */
    void startPeriodic(Object key, M message, Duration interval);

    /** Ends the timer; unknown keys are fine. A message already in the mailbox of a cancelled timer is not delivered. */
    void cancel(Object key);
}
