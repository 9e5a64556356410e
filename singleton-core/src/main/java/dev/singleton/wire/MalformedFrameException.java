package dev.singleton.wire;

/** The bytes are not a frame of a version that this node speaks. */
public final class MalformedFrameException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedFrameException(String message) {
        super(message);
    }
}
