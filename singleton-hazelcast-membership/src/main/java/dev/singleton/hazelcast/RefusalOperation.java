package dev.singleton.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.impl.AllowedDuringPassiveState;
import com.hazelcast.spi.impl.operationservice.Operation;
import com.hazelcast.spi.impl.operationservice.ReadonlyOperation;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The answer of a member that runs no singleton node: the frame, back to its sender. */
final class RefusalOperation extends Operation implements ReadonlyOperation, AllowedDuringPassiveState {

    private byte @Nullable [] frame;

    /** For Hazelcast. */
    RefusalOperation() {}

    RefusalOperation(byte[] frame, int stream) {
        this.frame = frame;
        setPartitionId(stream);
    }

    @Override
    public void run() {
        UUID sender = Binding.senderOf(this);
        Binding binding = Binding.of(getNodeEngine());
        if (sender != null && binding != null) {
            binding.transport().refused(sender, frame);
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
