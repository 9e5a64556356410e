package dev.singleton.examples.jobs;

/** The work of a job did not succeed, and would not if it were tried again. */
public class JobFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    public JobFailedException(String message) {
        super(message);
    }

    public JobFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
