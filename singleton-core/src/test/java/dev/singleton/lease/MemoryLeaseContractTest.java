package dev.singleton.lease;

import dev.singleton.spi.LeaseProvider;
import dev.singleton.testkit.LeaseArbiter;
import dev.singleton.testkit.LeaseContractTest;
import java.time.Duration;
import java.util.Optional;

/** The provider {@code memory} keeps the lease contract. */
class MemoryLeaseContractTest extends LeaseContractTest {

    private static final Duration TTL = Duration.ofSeconds(1);

    private final MemoryLeaseProvider provider = MemoryLeaseProvider.shared("contract", TTL);

    @Override
    protected LeaseArbiter arbiter() {
        return new LeaseArbiter() {
            @Override
            public LeaseProvider provider(String node) {
                return provider;
            }

            @Override
            public Optional<LeaseProvider> provider(String node, Duration ttl) {
                return Optional.of(MemoryLeaseProvider.shared("contract", ttl));
            }

            @Override
            public Duration ttl() {
                return TTL;
            }

            @Override
            public Duration answersWithin() {
                return TTL.multipliedBy(4);
            }

            @Override
            public void cutOff(String node) {
                provider.arena().cutOff(nodeId(node));
            }

            @Override
            public void heal(String node) {
                provider.arena().heal(nodeId(node));
            }

            @Override
            public boolean canUsurp() {
                return true;
            }

            @Override
            public void usurp(String typeName) {
                provider.arena().usurp(typeName);
            }
        };
    }
}
