package dev.singleton;

/** Two nodes differ in a setting that must be equal everywhere, so neither serves the other. */
public class IncompatibleSingletonException extends SingletonException {

    private static final long serialVersionUID = 1L;

    public IncompatibleSingletonException(String message) {
        super(message);
    }

    public IncompatibleSingletonException(String message, Throwable cause) {
        super(message, cause);
    }
}
