package dev.singleton.control;

import dev.singleton.manager.Effect;
import dev.singleton.manager.Event;
import dev.singleton.manager.ManagerState;
import java.util.List;

/**
 * Leads from what is known to what is done: from the directory to the picture of a singleton, from the picture to its
 * manager, from the manager's effects to the port, and from its new state to what this node announces.
 */
final class Steering {

    private final ControlPort port;
    private final StepWatch watch;
    private final Directory directory;
    private List<Member> members = List.of();
    private boolean complete;
    private boolean merging;

    Steering(ControlPort port, StepWatch watch, Directory directory) {
        this.port = port;
        this.watch = watch;
        this.directory = directory;
    }

    /** Reads the members anew; true when something about them changed, which concerns every singleton. */
    boolean readMembers() {
        List<Member> before = members;
        members = directory.members();
        return !before.equals(members);
    }

    void complete() {
        complete = true;
    }

    void merging(boolean now) {
        merging = now;
    }

    Picture paint(String typeName) {
        return Picture.of(directory, members, typeName, merging);
    }

    /** Level-triggered: from the directory to the picture, and what of it changed to manager, handles and listeners. */
    void lookAt(ManagedKey key) {
        // A step may change what this node announces, and that the picture: so until nothing changes any more.
        boolean changed = true;
        while (changed) {
            Picture picture = paint(key.typeName);
            changed = !picture.view().equals(key.picture.view());
            key.picture = picture;
            if (changed) {
                drive(key, new Event.ViewChanged(picture.view()));
            }
        }
        key.publish(port);
    }

    void drive(ManagedKey key, Event event) {
        ManagerState before = key.state;
        List<Effect> effects = key.drive(event);
        watch.stepped(key.typeName, before, event, key.state);
        announce(key);
        effects.forEach(effect -> perform(key, effect));
        key.answerWishes(port);
    }

    void announce(ManagedKey key) {
        directory.announce(key.entry(complete));
    }

    private void perform(ManagedKey key, Effect effect) {
        String name = key.typeName;
        if (effect instanceof Effect.Send send) {
            port.send(send.to(), send.frame());
        } else if (effect instanceof Effect.Arm arm) {
            port.arm(name, arm.timer(), arm.ticket(), arm.delay());
        } else if (effect instanceof Effect.Cancel cancel) {
            port.cancel(name, cancel.timer());
        } else if (effect instanceof Effect.StartInstance start) {
            port.startInstance(name, start.warm());
        } else if (effect instanceof Effect.StopInstance stop) {
            // Before the instance drains, nothing more may come in.
            key.publish(port);
            port.stopInstance(name, stop.reason());
        } else if (effect instanceof Effect.AcquireLease acquire) {
            port.acquireLease(name, acquire.attempt());
        } else if (effect instanceof Effect.LookAgain) {
            port.lookAgain(name);
        } else if (effect instanceof Effect.ReleaseLease) {
            port.releaseLease(name);
        } else {
            port.notice(name, Notices.of(effect, key.state));
        }
    }
}
