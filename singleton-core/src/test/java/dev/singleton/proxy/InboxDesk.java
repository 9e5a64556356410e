package dev.singleton.proxy;

import dev.singleton.NodeId;
import dev.singleton.manager.Access;
import dev.singleton.wire.Frame.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** An inbox and all that it wishes, in the words of the stories. */
final class InboxDesk implements InboxPort<Letter> {

    /** What a sender was told. */
    record Answer(NodeId to, long sequence, Verdict verdict, int accepted, Optional<NodeId> hint) {}

    final List<String> mailbox = new ArrayList<>();
    final List<Answer> answers = new ArrayList<>();
    final List<Duration> waits = new ArrayList<>();
    final Inbox<Letter> inbox;

    /** Of each message. */
    int size;

    private long waitTicket;
    private Consumer<Answer> answered = answer -> {};

    InboxDesk(int mailboxCapacity) {
        inbox = new Inbox<>(mailboxCapacity, this);
    }

    void open() {
        inbox.access(new Access.Open());
    }

    void instanceIsOnItsWay() {
        inbox.access(new Access.Hold());
    }

    void unsure() {
        inbox.access(new Access.Unsure());
    }

    void hostedBy(NodeId host) {
        inbox.access(new Access.Closed(Optional.of(host)));
    }

    void batch(NodeId sender, long sequence, String... texts) {
        batch(sender, sequence, List.of(texts));
    }

    boolean batch(NodeId sender, long sequence, List<String> texts) {
        return inbox.offer(sender, sequence, texts.stream().map(Letter::tell).toList());
    }

    /** The instance handles what is in the mailbox, as far as that is so many. */
    void handle(int messages) {
        inbox.taken(messages, (long) messages * size);
    }

    void timeIsOver() {
        inbox.waited(waitTicket);
    }

    /** From within the answer, as a local sender does. */
    void onAnswer(Consumer<Answer> action) {
        answered = action;
    }

    Answer last() {
        return answers.get(answers.size() - 1);
    }

    static Answer accepted(NodeId to, long sequence, int messages) {
        return new Answer(to, sequence, Verdict.ACCEPTED, messages, Optional.empty());
    }

    static Answer refused(NodeId to, long sequence, int messages, NodeId host) {
        return new Answer(to, sequence, Verdict.NOT_HOST, messages, Optional.of(host));
    }

    static Answer busy(NodeId to, long sequence, int messages) {
        return new Answer(to, sequence, Verdict.BUSY, messages, Optional.empty());
    }

    @Override
    public int size(Letter message) {
        return size;
    }

    @Override
    public void accept(NodeId sender, Letter message) {
        mailbox.add(message.toString());
    }

    @Override
    public void answer(NodeId sender, long sequence, Verdict verdict, int accepted, Optional<NodeId> hint) {
        Answer answer = new Answer(sender, sequence, verdict, accepted, hint);
        answers.add(answer);
        answered.accept(answer);
    }

    @Override
    public void armWait(long ticket, Duration delay) {
        waitTicket = ticket;
        waits.add(delay);
    }
}
