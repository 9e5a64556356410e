package dev.singleton.it;

import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.StopReason;
import dev.singleton.WarmHandOver;
import dev.singleton.it.TestMessage.Fail;
import dev.singleton.it.TestMessage.HoldThenWrite;
import dev.singleton.it.TestMessage.HowMany;
import dev.singleton.it.TestMessage.Numbered;
import dev.singleton.it.TestMessage.Tally;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The singleton under test: counts numbered messages, tells the harness what it sees, and takes its count along. */
final class CountingActor implements SingletonActor<TestMessage>, WarmHandOver {

    private final String life;
    private final Spec spec;
    private final Reporter reporter;
    private final Optional<Guard> guard;
    private final Semaphore goOn;
    private final Map<String, Row> rows = new HashMap<>();
    private long handled;
    private long faults;

    /** @param goOn one permit for each handler that may end its wait in the middle */
    CountingActor(String life, Spec spec, Reporter reporter, Optional<Guard> guard, Semaphore goOn) {
        this.life = life;
        this.spec = spec;
        this.reporter = reporter;
        this.guard = guard;
        this.goOn = goOn;
    }

    @Override
    public void preStart(SingletonContext<TestMessage> context) throws SQLException, InterruptedException {
        reporter.report(Event.Kind.STARTED, spec.key(), String.valueOf(handled), token(context));
        if (spec.store().equals(Spec.PIPE)) {
            write(context, life, Guard.BEGIN);
        }
    }

    private static String token(SingletonContext<TestMessage> context) {
        return context.fencingToken().isPresent()
                ? String.valueOf(context.fencingToken().getAsLong())
                : "";
    }

    @Override
    public void receive(TestMessage message, SingletonContext<TestMessage> context)
            throws SQLException, InterruptedException {
        if (message instanceof Numbered numbered) {
            count(numbered);
            write(context, numbered.sender(), numbered.number());
        } else if (message instanceof HoldThenWrite) {
            reporter.report(Event.Kind.HOLDING, spec.key(), token(context));
            goOn.acquire();
            write(context, life, 0);
        } else if (message instanceof HowMany) {
            context.reply(new Tally(life, handled, faults));
        } else if (message instanceof Fail fail) {
            throw new IllegalStateException(fail.why());
        }
    }

    private void count(Numbered message) {
        if (!spec.silent()) {
            reporter.report(
                    Event.Kind.HANDLED,
                    spec.key(),
                    message.sender(),
                    String.valueOf(message.number()),
                    String.valueOf(message.toldAt()));
        }
        handled++;
        faults += rows.computeIfAbsent(message.sender(), sender -> new Row(message.number()))
                .next(message.number());
    }

    /** What this instance handled of one sender. */
    private static final class Row {
        private final long first;
        private long last;
        private long faults;

        Row(long first) {
            this.first = first;
            this.last = first - 1;
        }

        /** 1 when this message is not the next one of its sender, else 0. */
        int next(long number) {
            int fault = number == last + 1 ? 0 : 1;
            last = number;
            faults += fault;
            return fault;
        }
    }

    private void write(SingletonContext<TestMessage> context, String sender, long number)
            throws SQLException, InterruptedException {
        if (guard.isPresent()) {
            guard.get().write(context, sender, number);
        }
    }

    @Override
    public void postStop(SingletonContext<TestMessage> context) throws InterruptedException, SQLException {
        String reason = context.stopReason().map(StopReason::name).orElse("");
        reporter.report(Event.Kind.STOPPING, spec.key(), reason);
        // What an application does here: a last write, flushing, closing.
        write(context, life, Guard.END);
        if (spec.silent()) {
            rows.forEach((sender, row) -> reporter.report(
                    Event.Kind.ROW,
                    spec.key(),
                    sender,
                    String.valueOf(row.first),
                    String.valueOf(row.last),
                    String.valueOf(row.faults)));
        }
        boolean never = new CountDownLatch(1).await(spec.postStop().toMillis(), TimeUnit.MILLISECONDS);
        reporter.report(Event.Kind.STOPPED, spec.key(), reason + (never ? "!" : ""));
    }

    @Override
    public byte[] serializeForHandOver() {
        return ByteBuffer.allocate(Long.BYTES).putLong(handled).array();
    }

    @Override
    public void restoreFromHandOver(byte[] state) {
        handled = ByteBuffer.wrap(state).getLong();
    }
}
