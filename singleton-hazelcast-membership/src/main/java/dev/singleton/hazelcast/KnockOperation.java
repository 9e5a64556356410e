package dev.singleton.hazelcast;

import com.hazelcast.spi.impl.AllowedDuringPassiveState;
import com.hazelcast.spi.impl.operationservice.Operation;
import com.hazelcast.spi.impl.operationservice.ReadonlyOperation;

/**
 * The first thing that a member hears from another, and the last. Its answer shows that the other one is connected,
 * counts us among its members and has this library; its failure to make an object of this class, that it has not. It
 * takes the way of the frames, so its answer also shows that all frames before it have arrived.
 */
final class KnockOperation extends Operation implements ReadonlyOperation, AllowedDuringPassiveState {

    /** For Hazelcast. */
    KnockOperation() {}

    KnockOperation(int stream) {
        setPartitionId(stream);
    }

    @Override
    public void run() {}

    @Override
    public Object getResponse() {
        return true;
    }

    @Override
    public boolean validatesTarget() {
        return false;
    }
}
