package dev.singleton.node;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** The lease as one instance has it: that under which it was started, and no later one. Any thread. */
interface Tenure {

    /** Of an instance that needs no lease. */
    Tenure UNLIMITED = new Tenure() {
        @Override
        public OptionalLong token() {
            return OptionalLong.empty();
        }

        @Override
        public boolean valid() {
            return true;
        }

        @Override
        public Optional<Duration> remaining() {
            return Optional.empty();
        }

        @Override
        public void over() {}
    };

    /** The token, also after the loss: a store knows by it that it is an old one. */
    OptionalLong token();

    boolean valid();

    /** Zero once it is over; empty when there is no end. */
    Optional<Duration> remaining();

    /** Who finds that it is not valid any more says so, lest nobody did yet. */
    void over();
}
