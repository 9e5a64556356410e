package dev.singleton.wire;

import dev.singleton.wire.Frame.Announce;
import dev.singleton.wire.Frame.Announced;
import dev.singleton.wire.Frame.Batch;
import dev.singleton.wire.Frame.BatchAnswer;
import dev.singleton.wire.Frame.Confirm;
import dev.singleton.wire.Frame.Decline;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.KeyEntry;
import dev.singleton.wire.Frame.Message;
import dev.singleton.wire.Frame.Reply;
import dev.singleton.wire.Frame.Restart;
import dev.singleton.wire.Frame.Restarted;
import dev.singleton.wire.Frame.Returned;
import dev.singleton.wire.Frame.StandDown;
import dev.singleton.wire.Frame.StillStopping;
import dev.singleton.wire.Frame.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The components of each frame, read in the order in which {@link FrameEncoder} writes them. */
final class FrameDecoder {

    /** Flags and the size of the body. */
    private static final int LEAST_MESSAGE = 1 + 4;

    /** Name, stance, hosting, message type, role, and that there are no host terms; a name has a character at least. */
    private static final int LEAST_ENTRY = 2 + 1 + 1 + 2 + 2 + 1;

    /** The length of the string. */
    private static final int LEAST_STRING = 2;

    private FrameDecoder() {}

    static Frame decode(int type, FrameReader in) throws MalformedFrameException {
        return switch (type) {
            case Codes.STAND_DOWN -> new StandDown(in.typeName(), in.int64("the round"));
            case Codes.CONFIRM ->
                new Confirm(in.typeName(), in.int64("the round"), in.int64("the generation"), warm(in));
            case Codes.STILL_STOPPING -> new StillStopping(in.typeName(), in.int64("the round"));
            case Codes.DECLINE -> new Decline(in.typeName(), in.int64("the round"), in.text("the reason"));
            case Codes.RESTART -> new Restart(in.typeName(), in.int64("the request"));
            case Codes.RESTARTED -> new Restarted(in.typeName(), in.int64("the request"), in.text("the error"));
            case Codes.ANNOUNCE -> announce(in);
            case Codes.ANNOUNCED -> new Announced(in.int64("the incarnation"), in.int64("the version"));
            case Codes.BATCH -> new Batch(in.typeName(), in.int64("the sequence"), messages(in));
            case Codes.BATCH_ANSWER -> batchAnswer(in);
            case Codes.REPLY -> new Reply(in.int64("the ask"), in.bool("the failure"), in.payload("the reply"));
            case Codes.RETURNED ->
                new Returned(in.typeName(), Codes.deadLetterReason(in), in.text("the detail"), messages(in));
            default ->
                throw in.malformed("the frame type " + Frames.hex(type) + " is unknown to version " + Frames.VERSION);
        };
    }

    private static Optional<Payload> warm(FrameReader in) throws MalformedFrameException {
        return in.bool("the warm state") ? Optional.of(in.payload("the warm state")) : Optional.empty();
    }

    private static BatchAnswer batchAnswer(FrameReader in) throws MalformedFrameException {
        return new BatchAnswer(
                in.typeName(),
                in.int64("the sequence"),
                in.size("the number of accepted messages"),
                Codes.verdict(in),
                in.optionalUuid("the hint"));
    }

    private static List<Message> messages(FrameReader in) throws MalformedFrameException {
        int count = in.count(in.size("the number of messages"), LEAST_MESSAGE, "messages");
        if (count > Frames.MOST_MESSAGES) {
            throw in.malformed(
                    "there are " + count + " messages and a frame takes " + Frames.MOST_MESSAGES + " at most");
        }
        Message[] messages = new Message[count];
        for (int i = 0; i < count; i++) {
            messages[i] = message(in);
        }
        return List.of(messages);
    }

    private static Message message(FrameReader in) throws MalformedFrameException {
        int flags = in.int8("the flags of a message");
        if ((flags & ~(FrameEncoder.HAS_ASK | FrameEncoder.HAS_ORIGIN)) != 0) {
            throw in.malformed("the flags " + Frames.hex(flags) + " of a message are unknown");
        }
        long askId = 0;
        if ((flags & FrameEncoder.HAS_ASK) != 0) {
            askId = in.int64("the ask of a message");
            if (askId == 0) {
                throw in.malformed("a message is said to be an ask and its id is 0");
            }
        }
        Optional<UUID> origin = (flags & FrameEncoder.HAS_ORIGIN) == 0
                ? Optional.empty()
                : Optional.of(in.uuid("the origin of a message"));
        return new Message(askId, origin, in.payload("the body of a message"));
    }

    private static Announce announce(FrameReader in) throws MalformedFrameException {
        return new Announce(
                in.int64("the incarnation"),
                in.int64("the base"),
                in.int64("the version"),
                Codes.nodeStatus(in),
                strings(in, "roles", Frames.MOST_ROLES),
                entries(in));
    }

    private static List<String> strings(FrameReader in, String what, int most) throws MalformedFrameException {
        int count = in.count(in.int16(what), LEAST_STRING, what);
        if (count > most) {
            throw in.malformed("there are " + count + " " + what + " and a frame takes " + most + " at most");
        }
        List<String> strings = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            strings.add(in.string(what));
        }
        return strings;
    }

    private static List<KeyEntry> entries(FrameReader in) throws MalformedFrameException {
        int count = in.count(in.int16("the number of singletons"), LEAST_ENTRY, "singletons");
        List<KeyEntry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(new KeyEntry(in.typeName(), Codes.stance(in), in.bool("hosting"), terms(in)));
        }
        return entries;
    }

    private static Terms terms(FrameReader in) throws MalformedFrameException {
        return new Terms(in.string("the message type"), in.string("the role"), hostTerms(in));
    }

    private static Optional<HostTerms> hostTerms(FrameReader in) throws MalformedFrameException {
        if (!in.bool("the host terms")) {
            return Optional.empty();
        }
        return Optional.of(new HostTerms(
                in.string("the placement"),
                in.size("the quorum"),
                in.string("the lease"),
                strings(in, "timings", Frames.MOST_TIMINGS)));
    }
}
