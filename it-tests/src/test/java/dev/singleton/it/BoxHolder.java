package dev.singleton.it;

import java.util.stream.Collectors;

/** A JVM that has a cluster in a box, says so, and would have it until its standard input ends. */
final class BoxHolder {

    private BoxHolder() {}

    /** Writes the name of the network and the numbers of all processes. */
    public static void main(String[] args) throws Exception {
        ForwardedNetwork network = ForwardedNetwork.orSkip(2);
        try (Box box = Box.of("holder", network, Mode.NONE, Spec.of(Box.COUNTER))) {
            box.start("n1");
            box.start("n2");
            box.pause("n2");
            String processes = ProcessHandle.current()
                    .descendants()
                    .map(process -> String.valueOf(process.pid()))
                    .collect(Collectors.joining(","));
            System.out.println(network.name() + " " + processes);
            while (System.in.read() >= 0) {
                // Nothing is to be done.
            }
        }
    }
}
