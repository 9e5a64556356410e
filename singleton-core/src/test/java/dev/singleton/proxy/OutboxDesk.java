package dev.singleton.proxy;

import static dev.singleton.proxy.Nodes.ALICE;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.wire.Frame.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An outbox and all that it wishes, in the words of the stories. */
final class OutboxDesk implements OutboxPort<Letter> {

    /** A batch that left. */
    record Sent(NodeId to, long sequence, List<String> texts, boolean again) {}

    final List<Sent> sent = new ArrayList<>();
    final List<String> deadLetters = new ArrayList<>();
    final List<String> unavailable = new ArrayList<>();
    final List<String> asksAccepted = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();
    final List<Duration> pauses = new ArrayList<>();
    final Outbox<Letter> outbox;

    private long retryTicket;
    private long resendOf;
    private boolean answersAtOnce;
    private final ArrayDeque<Letter> unencodable = new ArrayDeque<>();
    private int fits = Integer.MAX_VALUE;

    OutboxDesk(int bufferSize, int capacity) {
        outbox = new Outbox<>(bufferSize, capacity, 0, this);
    }

    /** A desk whose messages go to Alice. */
    static OutboxDesk toAlice() {
        OutboxDesk desk = new OutboxDesk(10, 1_000);
        desk.routeTo(ALICE);
        return desk;
    }

    void routeTo(NodeId host) {
        outbox.route(new Route.To(host));
    }

    void nobodyHosts() {
        outbox.route(new Route.NoHost());
    }

    void tell(String... texts) {
        List.of(texts).forEach(text -> outbox.tell(Letter.tell(text)));
    }

    void tell(List<String> texts) {
        texts.forEach(text -> outbox.tell(Letter.tell(text)));
    }

    /** From now on every batch is accepted within the sending, as by our own node. */
    void acceptAtOnce() {
        answersAtOnce = true;
    }

    void cannotEncode(Letter letter) {
        unencodable.add(letter);
    }

    void fits(int messages) {
        fits = messages;
    }

    Sent last() {
        return sent.get(sent.size() - 1);
    }

    void accepted() {
        outbox.answered(
                last().to(), last().sequence(), Verdict.ACCEPTED, last().texts().size(), Optional.empty());
    }

    void answered(Verdict verdict, int accepted) {
        outbox.answered(last().to(), last().sequence(), verdict, accepted, Optional.empty());
    }

    void refusedWithHint(NodeId hint) {
        outbox.answered(last().to(), last().sequence(), Verdict.NOT_HOST, 0, Optional.of(hint));
    }

    void pauseIsOver() {
        outbox.retry(retryTicket);
    }

    void noAnswerInTime() {
        outbox.resend(resendOf);
    }

    @Override
    public void send(NodeId to, long sequence, List<Letter> batch, boolean again) {
        List<Letter> now = batch;
        if (batch.size() > fits) {
            now = outbox.shorten(sequence, fits);
        }
        now = new ArrayList<>(now);
        for (Letter bad = unencodable.poll(); bad != null; bad = unencodable.poll()) {
            outbox.drop(sequence, bad, DeadLetterReason.NOT_SERIALIZABLE);
            now.remove(bad);
        }
        if (now.isEmpty()) {
            return;
        }
        sent.add(new Sent(to, sequence, now.stream().map(Letter::toString).toList(), again));
        if (answersAtOnce) {
            outbox.answered(to, sequence, Verdict.ACCEPTED, now.size(), Optional.empty());
        }
    }

    @Override
    public void accepted(NodeId host, Letter message) {
        asksAccepted.add(message.toString());
    }

    @Override
    public void progress(int accepted, int waiting) {
        // Senders are slowed by it and warnings re-armed, of which there are none here.
    }

    @Override
    public void deadLetter(Letter message, DeadLetterReason reason) {
        deadLetters.add(message + " " + reason);
    }

    @Override
    public void unavailable(Letter message) {
        unavailable.add(message.toString());
    }

    @Override
    public void armRetry(long ticket, Duration delay) {
        retryTicket = ticket;
        pauses.add(delay);
    }

    @Override
    public void armResend(long sequence, Duration delay) {
        resendOf = sequence;
    }

    @Override
    public void full(DeadLetterReason reason, int bound) {
        warnings.add(reason + " at " + bound);
    }
}
