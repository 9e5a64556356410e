package dev.singleton.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.impl.AllowedDuringPassiveState;
import com.hazelcast.spi.impl.operationservice.Operation;
import com.hazelcast.spi.impl.operationservice.ReadonlyOperation;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Carries one frame. It runs on the partition thread of its sender, where it only hands the frame over; on a member
 * without a node it goes back as a {@link RefusalOperation}.
 *
 * <p>Hazelcast makes it by class name, so that no serializer needs to be registered anywhere. Read-only, because others
 * are rejected while "their" partition migrates; allowed in the passive state, because the hand-over happens during
 * shutdown.
 */
final class FrameOperation extends Operation implements ReadonlyOperation, AllowedDuringPassiveState {

    private byte @Nullable [] frame;

    /** For Hazelcast. */
    FrameOperation() {}

    FrameOperation(byte @Nullable [] frame, int stream) {
        this.frame = frame;
        setPartitionId(stream);
    }

    @Override
    public void run() {
        UUID sender = Binding.senderOf(this);
        if (sender == null) {
            return;
        }
        Binding binding = Binding.of(getNodeEngine());
        if (binding != null && binding.transport().received(sender, frame)) {
            return;
        }
        if (frame != null) {
            Engine.answer(this, new RefusalOperation(frame, Engine.streamOf(getNodeEngine())));
        }
    }

    @Override
    public boolean returnsResponse() {
        return false;
    }

    @Override
    public boolean validatesTarget() {
        return false;
    }

    @Override
    public void logError(Throwable error) {
        FrameBytes.logNotRun(this, error);
    }

    @Override
    protected void writeInternal(ObjectDataOutput out) throws IOException {
        FrameBytes.write(frame, out);
    }

    @Override
    protected void readInternal(ObjectDataInput in) throws IOException {
        frame = FrameBytes.read(in);
    }
}
