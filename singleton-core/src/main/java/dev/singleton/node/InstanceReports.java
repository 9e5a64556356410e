package dev.singleton.node;

import dev.singleton.StopReason;
import dev.singleton.wire.Payload;
import java.util.Optional;

/**
 * What an instance has to say; each activation ends with exactly one of failed, died,
 * stopped and notRestarted.
 */
interface InstanceReports {

    void started();

    void failed(Throwable cause);

    void died(StopReason reason);

    void stopped(StopReason reason, Optional<Payload> warm);

    /** A new object took over after an exception. */
    void restarted();

    /** A new object should have taken over after an exception, and could not be made. */
    void notRestarted(Throwable cause);
}
