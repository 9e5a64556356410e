package dev.singleton;

/** Nothing can own the singleton, or the message became a dead letter: it was not handled, save when the text says so. */
public class SingletonUnavailableException extends SingletonException {

    private static final long serialVersionUID = 1L;

    public SingletonUnavailableException(String message) {
        super(message);
    }

    public SingletonUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
