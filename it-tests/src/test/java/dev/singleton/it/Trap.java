package dev.singleton.it;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/**
 * A class as attackers look for on a class path: whatever brings it to life, by Java serialization or by a mapper, runs
 * code of it, which rings the {@link Alarm}.
 */
public class Trap implements Serializable {

    private static final long serialVersionUID = 1L;

    static {
        Alarm.ring();
    }

    private String command = "";

    /** For mappers and for Java serialization. */
    public Trap() {
        Alarm.ring();
    }

    public String getCommand() {
        Alarm.ring();
        return command;
    }

    public void setCommand(String changed) {
        Alarm.ring();
        command = changed;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        Alarm.ring();
        in.defaultReadObject();
    }

    private Object readResolve() {
        Alarm.ring();
        return this;
    }

    /** As a record, in the package of the messages, and not permitted by {@link TestMessage}. */
    public record Message(String command) implements Serializable {

        static {
            Alarm.ring();
        }

        public Message {
            Alarm.ring();
        }

        @Override
        public String command() {
            Alarm.ring();
            return command;
        }
    }
}
