package dev.singleton.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What the library writes to the log while it is open. */
public final class LogBook implements AutoCloseable {

    private static final Logger ROOT = Logger.getLogger("dev.singleton");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Formatter formatter = new SimpleFormatter();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    public LogBook() {
        ROOT.addHandler(handler);
    }

    /** Warnings and errors whose text contains all of these. */
    public List<String> warnings(String... parts) {
        return records.stream()
                .filter(record -> record.getLevel().intValue() >= Level.WARNING.intValue())
                .map(formatter::formatMessage)
                .filter(text -> List.of(parts).stream().allMatch(text::contains))
                .toList();
    }

    /** Lines by which the library accuses itself. */
    public List<String> faults() {
        return warnings("this is a fault of the library");
    }

    @Override
    public void close() {
        ROOT.removeHandler(handler);
    }
}
