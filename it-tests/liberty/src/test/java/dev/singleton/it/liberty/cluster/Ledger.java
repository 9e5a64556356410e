package dev.singleton.it.liberty.cluster;

import dev.singleton.Singleton;
import dev.singleton.SingletonContext;
import dev.singleton.it.liberty.cluster.Note.Kind;
import dev.singleton.it.liberty.cluster.Signal.Numbered;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** Runs under a lease, and writes each message into a {@link GuardedStore} under its fencing token. */
@Singleton("ledger")
public class Ledger extends Recorder {

    /** The address of the store. */
    static final String STORE = "ledger.store";

    private static final int PATIENCE_MILLIS = 60_000;

    @Override
    void handle(Numbered message, SingletonContext<Signal> context) {
        long token = token(context);
        NoteBook.HERE.note(Kind.WROTE, name(context), message, token, write(token));
    }

    /** The status of the answer; or what kept it away, as when the server was paused in the middle. */
    private static String write(long token) {
        try {
            URI uri = URI.create(System.getProperty(STORE) + "?" + token);
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            try {
                return String.valueOf(connection.getResponseCode());
            } finally {
                connection.disconnect();
            }
        } catch (IOException unanswered) {
            return unanswered.toString();
        }
    }
}
