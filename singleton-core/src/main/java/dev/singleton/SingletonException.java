package dev.singleton;

/** The root of the library's exceptions. */
public class SingletonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SingletonException(String message) {
        super(message);
    }

    public SingletonException(String message, Throwable cause) {
        super(message, cause);
    }
}
