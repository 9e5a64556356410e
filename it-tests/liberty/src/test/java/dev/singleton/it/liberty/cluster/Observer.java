package dev.singleton.it.liberty.cluster;

import dev.singleton.SingletonEvent;
import dev.singleton.it.liberty.cluster.Note.Kind;
import dev.singleton.it.liberty.cluster.Signal.Numbered;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;

/** Notes what the library tells the application. */
@Dependent
public class Observer {

    void up(@Observes Startup event) {
        NoteBook.HERE.note(Kind.UP, "", 0, "");
    }

    void died(@Observes @Any SingletonEvent.DeadLetter letter) {
        if (letter.message() instanceof Numbered message) {
            NoteBook.HERE.note(
                    Kind.DEAD,
                    letter.key().typeName(),
                    message,
                    0,
                    letter.reason().name());
        }
    }

    void disagrees(@Observes @Any SingletonEvent.Incompatible met) {
        NoteBook.HERE.note(Kind.INCOMPATIBLE, met.key().typeName(), 0, met.peer() + ": " + met.difference());
    }
}
