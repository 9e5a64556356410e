package dev.singleton.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.impl.operationservice.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** A frame inside an operation: its length, then its bytes; a negative length says that there is none. */
final class FrameBytes {

    private static final System.Logger LOG = System.getLogger(FrameBytes.class.getName());

    private FrameBytes() {}

    static void write(byte @Nullable [] frame, ObjectDataOutput out) throws IOException {
        out.writeInt(frame == null ? -1 : frame.length);
        if (frame != null) {
            out.write(frame);
        }
    }

    /** Believes no length that the packet does not hold, so that a forged one costs no memory; null is malformed. */
    static byte @Nullable [] read(ObjectDataInput in) throws IOException {
        int length = in.readInt();
        int available = in instanceof InputStream stream ? stream.available() : HazelcastTransport.MAX_FRAME_BYTES;
        if (length < 0 || length > available || length > HazelcastTransport.MAX_FRAME_BYTES) {
            return null;
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        return frame;
    }

    /** Hazelcast would not run an operation: its sender has just left, or this member shuts down. A frame may be lost. */
    static void logNotRun(Operation operation, Throwable error) {
        LOG.log(
                Level.DEBUG,
                () -> operation.getClass().getSimpleName() + " from " + operation.getCallerAddress() + " was not run",
                error);
    }
}
