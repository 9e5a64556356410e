package dev.singleton.control;

import dev.singleton.manager.Event;
import dev.singleton.manager.ManagerState;

/** Sees each step of each manager, before its effects are done. For the simulation; it changes nothing. */
@FunctionalInterface
public interface StepWatch {

    /** Nobody watches. */
    StepWatch NONE = (typeName, before, event, after) -> {};

    void stepped(String typeName, ManagerState before, Event event, ManagerState after);
}
