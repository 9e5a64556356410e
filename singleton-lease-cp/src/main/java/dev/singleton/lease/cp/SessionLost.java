package dev.singleton.lease.cp;

/** The session is over for certain, and with it every lock that was held in it. */
final class SessionLost extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SessionLost(String message) {
        super(message);
    }

    SessionLost(String message, Throwable cause) {
        super(message, cause);
    }
}
