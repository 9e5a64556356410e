package dev.singleton.it;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether the fencing tokens of instances under a lease are what they must be, and what was written under them.
 *
 * @param instances in the order of their starts
 * @param written to the guarded store, in the order in which it took them
 */
record Tokens(List<Instance> instances, List<Event> written) {

    /** What was broken, with the cases of it; nothing when all is well. */
    Map<String, List<?>> broken() {
        Map<String, List<?>> broken = new LinkedHashMap<>();
        broken.put(
                "instances without a token",
                instances.stream().filter(each -> each.token().isEmpty()).toList());
        broken.put("instances whose token is not larger than all before", notLarger());
        broken.put("written by an instance that never had that token", writtenWithForeignToken());
        broken.put("written under a smaller token than the write before", writtenAfterLarger());
        return broken;
    }

    private List<Instance> notLarger() {
        List<Instance> found = new ArrayList<>();
        long largest = Long.MIN_VALUE;
        String holder = "";
        for (Instance each : instances) {
            long token = each.token().orElse(Long.MAX_VALUE);
            // A node that makes its instance anew still holds the same lease.
            if (token < largest || (token == largest && !each.life().equals(holder))) {
                found.add(each);
            }
            largest = Math.max(largest, each.token().orElse(largest));
            holder = each.life();
        }
        return found;
    }

    private List<Event> writtenWithForeignToken() {
        Map<Long, String> owner = new HashMap<>();
        instances.forEach(each -> each.token().ifPresent(token -> owner.putIfAbsent(token, each.life())));
        return written.stream()
                .filter(event -> !event.life().equals(owner.get(event.number(3))))
                .toList();
    }

    private List<Event> writtenAfterLarger() {
        List<Event> found = new ArrayList<>();
        long largest = Long.MIN_VALUE;
        for (Event event : written) {
            if (event.number(3) < largest) {
                found.add(event);
            }
            largest = Math.max(largest, event.number(3));
        }
        return found;
    }
}
