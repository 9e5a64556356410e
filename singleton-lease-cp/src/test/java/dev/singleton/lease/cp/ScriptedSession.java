package dev.singleton.lease.cp;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Grants everything, and remembers what it was asked. */
final class ScriptedSession implements ArbiterSession {
    final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicReference<CountDownLatch> tryLockHangs = new AtomicReference<>(new CountDownLatch(0));
    private final AtomicReference<CountDownLatch> proveHangs = new AtomicReference<>(new CountDownLatch(0));
    final AtomicLong unlockedAt = new AtomicLong();
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();
    private volatile boolean failing;
    private volatile long proveNanos;
    private long fences;

    void hangInTryLock() {
        tryLockHangs.set(new CountDownLatch(1));
    }

    void hangInProve() {
        proveHangs.set(new CountDownLatch(1));
    }

    /** As of an arbiter that is far away. */
    void proveTakes(Duration time) {
        proveNanos = time.toNanos();
    }

    void failNextTryLock() {
        failing = true;
    }

    /** From now on every call ends like this, until {@link #answerNow}. */
    void throwAlways(Throwable failure) {
        thrown.set(failure);
    }

    void answerNow() {
        thrown.set(null);
        tryLockHangs.get().countDown();
        proveHangs.get().countDown();
    }

    private static void pass(AtomicReference<CountDownLatch> door) {
        try {
            door.get().await();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private void called(String what) {
        calls.add(what);
        Throwable failure = thrown.get();
        if (failure instanceof Error error) {
            throw error;
        } else if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    long count(String call) {
        return calls.stream().filter(call::equals).count();
    }

    @Override
    public List<Long> tokens(List<Long> fences) {
        return fences.stream().map(fence -> Token.of(1, fence)).toList();
    }

    @Override
    public void prove() {
        called("prove");
        long end = System.nanoTime() + proveNanos;
        for (long left = proveNanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        pass(proveHangs);
    }

    @Override
    public boolean taken(String typeName) {
        called("taken");
        return false;
    }

    @Override
    public long tryLock(String typeName) {
        called("tryLock");
        pass(tryLockHangs);
        if (failing) {
            failing = false;
            throw new IllegalStateException("No answer");
        }
        return ++fences;
    }

    @Override
    public void unlock(String typeName) {
        unlockedAt.set(System.nanoTime());
        called("unlock");
    }

    @Override
    public void settle(String typeName) {
        called("settle");
    }

    @Override
    public void close() {
        called("close");
    }
}
