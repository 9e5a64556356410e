package dev.singleton;

/** A write came with a token older than one already seen: its sender is no longer the current holder. */
public class StaleFencingTokenException extends SingletonException {

    private static final long serialVersionUID = 1L;

    public StaleFencingTokenException(String message) {
        super(message);
    }

    public StaleFencingTokenException(String message, Throwable cause) {
        super(message, cause);
    }
}
