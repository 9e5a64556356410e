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
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The components of each frame, in the order in which {@link FrameDecoder} reads them. */
final class FrameEncoder {

    /** Flags of a message: an id of its ask, the UUID of its origin follow. */
    static final int HAS_ASK = 1;

    static final int HAS_ORIGIN = 2;

    /** Virtual machines do not give arrays up to the very last size. */
    private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    private FrameEncoder() {}

    static byte[] encode(Frame frame) {
        FrameSink.Counter counter = new FrameSink.Counter();
        write(frame, counter);
        if (counter.size() > MAX_SIZE) {
            throw new IllegalArgumentException("A " + frame.getClass().getSimpleName() + " of " + counter.size()
                    + " bytes is too large for one frame: " + MAX_SIZE + " at most");
        }
        FrameSink.Filler filler = new FrameSink.Filler((int) counter.size());
        write(frame, filler);
        return filler.array();
    }

    private static void write(Frame frame, FrameSink out) {
        out.int8(Frames.MAGIC | Frames.VERSION);
        // The most frequent one comes first.
        if (frame instanceof Batch batch) {
            keyed(out, Codes.BATCH, batch);
            out.int64(batch.sequence());
            messages(out, batch.messages());
        } else if (frame instanceof BatchAnswer answer) {
            batchAnswer(out, answer);
        } else if (frame instanceof Reply reply) {
            out.int8(Codes.REPLY);
            out.int64(reply.askId());
            out.bool(reply.failure());
            out.payload(reply.body());
        } else if (frame instanceof Returned returned) {
            keyed(out, Codes.RETURNED, returned);
            out.int8(Codes.of(returned.reason()));
            out.text(returned.detail());
            messages(out, returned.messages());
        } else if (frame instanceof Announce announce) {
            announce(out, announce);
        } else if (frame instanceof Announced announced) {
            out.int8(Codes.ANNOUNCED);
            out.int64(announced.incarnation());
            out.int64(announced.version());
        } else {
            handOver(out, frame);
        }
    }

    private static void handOver(FrameSink out, Frame frame) {
        if (frame instanceof StandDown asked) {
            keyed(out, Codes.STAND_DOWN, asked);
            out.int64(asked.round());
        } else if (frame instanceof Confirm confirm) {
            keyed(out, Codes.CONFIRM, confirm);
            out.int64(confirm.round());
            out.int64(confirm.generation());
            out.bool(confirm.warm().isPresent());
            confirm.warm().ifPresent(out::payload);
        } else if (frame instanceof StillStopping stopping) {
            keyed(out, Codes.STILL_STOPPING, stopping);
            out.int64(stopping.round());
        } else if (frame instanceof Decline decline) {
            keyed(out, Codes.DECLINE, decline);
            out.int64(decline.round());
            out.text(decline.reason());
        } else if (frame instanceof Restart restart) {
            keyed(out, Codes.RESTART, restart);
            out.int64(restart.requestId());
        } else if (frame instanceof Restarted restarted) {
            keyed(out, Codes.RESTARTED, restarted);
            out.int64(restarted.requestId());
            out.text(restarted.error());
        } else {
            throw new IllegalStateException("A new kind of frame has no form yet: " + frame);
        }
    }

    private static void keyed(FrameSink out, int type, Frame.Keyed frame) {
        out.int8(type);
        out.typeName(frame.typeName());
    }

    private static void batchAnswer(FrameSink out, BatchAnswer answer) {
        if (answer.accepted() < 0) {
            throw new IllegalArgumentException("A BatchAnswer of '" + answer.typeName() + "' cannot accept "
                    + answer.accepted() + " messages: 0 at least");
        }
        keyed(out, Codes.BATCH_ANSWER, answer);
        out.int64(answer.sequence());
        out.int32(answer.accepted());
        out.int8(Codes.of(answer.verdict()));
        out.bool(answer.hint().isPresent());
        answer.hint().ifPresent(out::uuid);
    }

    private static void messages(FrameSink out, List<Message> messages) {
        if (messages.size() > Frames.MOST_MESSAGES) {
            throw new IllegalArgumentException("There are " + messages.size() + " messages and a frame takes "
                    + Frames.MOST_MESSAGES + " at most: send more frames");
        }
        out.int32(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            message(out, messages.get(i));
        }
    }

    private static void message(FrameSink out, Message message) {
        Optional<UUID> origin = message.origin();
        out.int8((message.askId() == 0 ? 0 : HAS_ASK) | (origin.isPresent() ? HAS_ORIGIN : 0));
        if (message.askId() != 0) {
            out.int64(message.askId());
        }
        if (origin.isPresent()) {
            out.uuid(origin.get());
        }
        out.payload(message.body());
    }

    private static void announce(FrameSink out, Announce announce) {
        out.int8(Codes.ANNOUNCE);
        out.int64(announce.incarnation());
        out.int64(announce.base());
        out.int64(announce.version());
        out.int8(Codes.of(announce.status()));
        strings(out, announce.roles(), "roles", Frames.MOST_ROLES);
        out.count(announce.entries().size(), "singletons");
        announce.entries().forEach(entry -> entry(out, entry));
    }

    private static void strings(FrameSink out, List<String> strings, String what, int most) {
        if (strings.size() > most) {
            throw new IllegalArgumentException(
                    "There are " + strings.size() + " " + what + " and a frame takes " + most + " at most");
        }
        out.count(strings.size(), what);
        strings.forEach(string -> out.name(string, what));
    }

    private static void entry(FrameSink out, KeyEntry entry) {
        out.typeName(entry.typeName());
        out.int8(Codes.of(entry.stance()));
        out.bool(entry.hosting());
        Terms terms = entry.terms();
        out.name(terms.messageType(), "message type");
        out.name(terms.role(), "role");
        out.bool(terms.host().isPresent());
        terms.host().ifPresent(host -> hostTerms(out, host));
    }

    private static void hostTerms(FrameSink out, HostTerms host) {
        if (host.quorum() < 0) {
            throw new IllegalArgumentException("The quorum is " + host.quorum() + " and must be at least 0");
        }
        out.name(host.placement(), "placement");
        out.int32(host.quorum());
        out.name(host.lease(), "lease");
        strings(out, host.timings(), "timings", Frames.MOST_TIMINGS);
    }
}
