package dev.singleton.simulation;

import java.util.ArrayList;
import java.util.List;

/** Members that share one list: the whole cluster, or one side of a cut. */
final class Group {

    final String name;
    /** The list, in join order; may still hold members that are dead or on the other side. */
    final List<SimMember> list = new ArrayList<>();

    Group(String name) {
        this.name = name;
    }

    @Override
    public String toString() {
        return name + list;
    }
}
