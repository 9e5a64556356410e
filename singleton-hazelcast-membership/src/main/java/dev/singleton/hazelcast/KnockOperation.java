package dev.singleton.hazelcast;

import com.hazelcast.spi.impl.AllowedDuringPassiveState;
import com.hazelcast.spi.impl.operationservice.Operation;
import com.hazelcast.spi.impl.operationservice.ReadonlyOperation;

/**
 * The first thing that a member hears from another. Its answer shows that the other one is connected, counts us among
 * its members and has this library; its failure to make an object of this class, that it has not.
 */
final class KnockOperation extends Operation implements ReadonlyOperation, AllowedDuringPassiveState {

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
