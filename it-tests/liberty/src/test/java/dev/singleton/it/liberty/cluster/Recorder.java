package dev.singleton.it.liberty.cluster;

import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.StopReason;
import dev.singleton.it.liberty.cluster.Note.Kind;
import dev.singleton.it.liberty.cluster.Signal.Numbered;
import dev.singleton.it.liberty.cluster.Signal.Tally;

/** A singleton that notes each message it handles. */
abstract class Recorder implements SingletonActor<Signal> {

    private static final NoteBook NOTES = NoteBook.HERE;

    private long handled;

    @Override
    public void preStart(SingletonContext<Signal> context) {
        NOTES.note(Kind.STARTED, name(context), token(context), "");
    }

    @Override
    public void receive(Signal signal, SingletonContext<Signal> context) {
        if (signal instanceof Numbered message) {
            handled++;
            // The time first: a server may be paused between any two of these.
            long now = System.nanoTime();
            String lease = context.leaseValid() ? "valid" : "not valid";
            NOTES.note(now, Kind.HANDLED, name(context), message, token(context), lease);
            handle(message, context);
        } else {
            context.reply(new Tally(NOTES.life(), handled));
        }
    }

    /** What is done with a message beside noting it. */
    void handle(Numbered message, SingletonContext<Signal> context) {}

    @Override
    public void postStop(SingletonContext<Signal> context) {
        NOTES.note(
                Kind.STOPPED,
                name(context),
                token(context),
                context.stopReason().map(StopReason::name).orElse(""));
    }

    static String name(SingletonContext<Signal> context) {
        return context.key().typeName();
    }

    static long token(SingletonContext<Signal> context) {
        return context.fencingToken().orElse(0);
    }
}
