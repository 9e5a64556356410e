package dev.singleton.wire;

import dev.singleton.DeadLetterReason;
import dev.singleton.wire.Frame.NodeStatus;
import dev.singleton.wire.Frame.Stance;
import dev.singleton.wire.Frame.Verdict;

/** The numbers that stand for frame types and enum constants on the wire. They never change their meaning. */
final class Codes {

    static final int STAND_DOWN = 0x01;
    static final int CONFIRM = 0x02;
    static final int STILL_STOPPING = 0x03;
    static final int DECLINE = 0x04;
    static final int RESTART = 0x05;
    static final int RESTARTED = 0x06;
    static final int ANNOUNCE = 0x07;
    static final int ANNOUNCED = 0x08;

    /** Set in the types of the data path. */
    private static final int DATA_PATH = 0x40;

    static final int BATCH = DATA_PATH | 0x01;
    static final int BATCH_ANSWER = DATA_PATH | 0x02;
    static final int REPLY = DATA_PATH | 0x03;
    static final int RETURNED = DATA_PATH | 0x04;

    private Codes() {}

    static boolean isDataPath(int type) {
        return type >= BATCH && type <= RETURNED;
    }

    static int of(NodeStatus status) {
        return switch (status) {
            case STARTING -> 1;
            case UP -> 2;
            case LEAVING -> 3;
        };
    }

    static NodeStatus nodeStatus(FrameReader in) throws MalformedFrameException {
        int code = in.int8("the node status");
        return switch (code) {
            case 1 -> NodeStatus.STARTING;
            case 2 -> NodeStatus.UP;
            case 3 -> NodeStatus.LEAVING;
            default -> throw unknown(in, "node status", code);
        };
    }

    static int of(Verdict verdict) {
        return switch (verdict) {
            case ACCEPTED -> 1;
            case NOT_HOST -> 2;
            case BUSY -> 3;
            case INCOMPATIBLE -> 4;
        };
    }

    static Verdict verdict(FrameReader in) throws MalformedFrameException {
        int code = in.int8("the verdict");
        return switch (code) {
            case 1 -> Verdict.ACCEPTED;
            case 2 -> Verdict.NOT_HOST;
            case 3 -> Verdict.BUSY;
            case 4 -> Verdict.INCOMPATIBLE;
            default -> throw unknown(in, "verdict", code);
        };
    }

    static int of(Stance stance) {
        return switch (stance) {
            case REF -> 1;
            case CLIENT -> 2;
            case STARTED -> 3;
            case OUT -> 4;
            case WAITING -> 5;
        };
    }

    static Stance stance(FrameReader in) throws MalformedFrameException {
        int code = in.int8("the stance");
        return switch (code) {
            case 1 -> Stance.REF;
            case 2 -> Stance.CLIENT;
            case 3 -> Stance.STARTED;
            case 4 -> Stance.OUT;
            case 5 -> Stance.WAITING;
            default -> throw unknown(in, "stance", code);
        };
    }

    static int of(DeadLetterReason reason) {
        return switch (reason) {
            case NO_HOST_BUFFER_FULL -> 1;
            case OUTBOX_FULL -> 2;
            case NEVER_STARTED -> 3;
            case HOST_DISAGREEMENT -> 4;
            case OPTED_OUT -> 5;
            case INCOMPATIBLE -> 6;
            case NOT_SERIALIZABLE -> 7;
            case DELIVERY_UNKNOWN -> 8;
            case LEASE_LOST -> 9;
            case STOPPED -> 10;
            case EXPIRED -> 11;
        };
    }

    static DeadLetterReason deadLetterReason(FrameReader in) throws MalformedFrameException {
        int code = in.int8("the dead letter reason");
        return switch (code) {
            case 1 -> DeadLetterReason.NO_HOST_BUFFER_FULL;
            case 2 -> DeadLetterReason.OUTBOX_FULL;
            case 3 -> DeadLetterReason.NEVER_STARTED;
            case 4 -> DeadLetterReason.HOST_DISAGREEMENT;
            case 5 -> DeadLetterReason.OPTED_OUT;
            case 6 -> DeadLetterReason.INCOMPATIBLE;
            case 7 -> DeadLetterReason.NOT_SERIALIZABLE;
            case 8 -> DeadLetterReason.DELIVERY_UNKNOWN;
            case 9 -> DeadLetterReason.LEASE_LOST;
            case 10 -> DeadLetterReason.STOPPED;
            case 11 -> DeadLetterReason.EXPIRED;
            default -> throw unknown(in, "dead letter reason", code);
        };
    }

    private static MalformedFrameException unknown(FrameReader in, String what, int code) {
        return in.malformed("the " + what + " " + Frames.hex(code) + " is unknown to version " + Frames.VERSION);
    }
}
