package dev.singleton.wire;

/** The bytes are not a frame of a version that this node speaks. */
public final class MalformedFrameException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedFrameException(String message) {
        // Without a stack trace: it costs more than all the rest of a refusal, and a flood of these is to cost little.
        super(message, null, false, false);
    }
}
