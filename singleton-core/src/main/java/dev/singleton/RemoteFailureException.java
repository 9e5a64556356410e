package dev.singleton;

/** The actor threw while it handled the message; the text has the type and the message of its exception. */
public class RemoteFailureException extends SingletonException {

    private static final long serialVersionUID = 1L;

    public RemoteFailureException(String message) {
        super(message);
    }

    public RemoteFailureException(String message, Throwable cause) {
        super(message, cause);
    }
}
