package dev.singleton.cdi;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Everything that an application declares about singletons, checked and immutable: what both extension mechanisms and
 * the node are fed from.
 *
 * @param all one for each name, in the order of names
 */
record DeclaredSingletons(List<DeclaredSingleton> all) {

    DeclaredSingletons {
        all = List.copyOf(all);
    }

    Set<String> names() {
        return all.stream().map(DeclaredSingleton::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
