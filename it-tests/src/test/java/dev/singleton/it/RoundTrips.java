package dev.singleton.it;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.it.TestMessage.HowMany;
import dev.singleton.it.TestMessage.Tally;
import java.io.Serializable;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/**
 * How long an ask takes there and back, beside a plain Hazelcast executor call to the same member: in turns, so that a
 * busy moment of the machine falls on both.
 */
final class RoundTrips {

    private static final int TURN = 250;

    private final Proxy<TestMessage> proxy;
    private final IExecutorService executor;
    private final Member host;

    RoundTrips(HazelcastInstance hazelcast, Proxy<TestMessage> proxy) {
        this.proxy = proxy;
        this.executor = hazelcast.getExecutorService("round-trips");
        NodeId owner = proxy.owner().orElseThrow();
        this.host = hazelcast.getCluster().getMembers().stream()
                .filter(member -> member.getUuid().equals(owner.uuid()))
                .findFirst()
                .orElseThrow();
    }

    /** The member answers with what it was sent. */
    private record Echo(long value) implements Callable<Long>, Serializable {
        @Override
        public Long call() {
            return value;
        }
    }

    /** Microseconds: p50 and p99 of the ask, p50 and p99 of the executor, of so many round trips each. */
    long[] measure(int each) throws ExecutionException, InterruptedException {
        long[] asks = new long[each];
        long[] calls = new long[each];
        for (int from = 0; from < each; from += TURN) {
            int to = Math.min(each, from + TURN);
            for (int i = from; i < to; i++) {
                asks[i] = ask();
            }
            for (int i = from; i < to; i++) {
                calls[i] = call(i);
            }
        }
        Arrays.sort(asks);
        Arrays.sort(calls);
        return new long[] {
            micros(asks, 0.5), micros(asks, 0.99), micros(calls, 0.5), micros(calls, 0.99),
        };
    }

    private long ask() throws ExecutionException, InterruptedException {
        long begin = System.nanoTime();
        proxy.ask(new HowMany(), Tally.class).toCompletableFuture().get();
        return System.nanoTime() - begin;
    }

    private long call(long value) throws ExecutionException, InterruptedException {
        long begin = System.nanoTime();
        executor.submitToMember(new Echo(value), host).get();
        return System.nanoTime() - begin;
    }

    private static long micros(long[] sorted, double quantile) {
        return sorted[(int) (quantile * (sorted.length - 1))] / 1_000;
    }
}
