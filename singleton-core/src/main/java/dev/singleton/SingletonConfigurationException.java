package dev.singleton;

/** A setting, a class or a name is unusable; the text names it, its value and the mend. */
public class SingletonConfigurationException extends SingletonException {

    private static final long serialVersionUID = 1L;

    public SingletonConfigurationException(String message) {
        super(message);
    }

    public SingletonConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
