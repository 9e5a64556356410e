package dev.singleton.it;

import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.StopReason;
import dev.singleton.WarmHandOver;
import dev.singleton.it.TestMessage.HowMany;
import dev.singleton.it.TestMessage.Numbered;
import dev.singleton.it.TestMessage.Tally;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The singleton under test: counts numbered messages, tells the harness what it sees, and takes its count along. */
final class CountingActor implements SingletonActor<TestMessage>, WarmHandOver {

    private final String life;
    private final Spec spec;
    private final Reporter reporter;
    private final Map<String, Long> lastOfSender = new HashMap<>();
    private long handled;
    private long faults;

    CountingActor(String life, Spec spec, Reporter reporter) {
        this.life = life;
        this.spec = spec;
        this.reporter = reporter;
    }

    @Override
    public void preStart(SingletonContext<TestMessage> context) {
        reporter.report(Event.Kind.STARTED, spec.key(), String.valueOf(handled));
    }

    @Override
    public void receive(TestMessage message, SingletonContext<TestMessage> context) {
        if (message instanceof Numbered numbered) {
            count(numbered);
        } else if (message instanceof HowMany) {
            context.reply(new Tally(life, handled, faults));
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
        Long last = lastOfSender.put(message.sender(), message.number());
        if (last != null && message.number() != last + 1) {
            faults++;
        }
    }

    @Override
    public void postStop(SingletonContext<TestMessage> context) throws InterruptedException {
        String reason = context.stopReason().map(StopReason::name).orElse("");
        reporter.report(Event.Kind.STOPPING, spec.key(), reason);
        // What takes an application so long: flushing, closing, a last write.
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
