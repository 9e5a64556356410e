package dev.singleton;

/** No reply came in time. Ambiguous: the message may have been handled, or may yet be. */
public class AskTimeoutException extends SingletonException {

    private static final long serialVersionUID = 1L;

    public AskTimeoutException(String message) {
        super(message);
    }

    public AskTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
