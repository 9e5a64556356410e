package dev.singleton.examples.jobscheduler;

/** Starts three nodes and shows one scheduler moving among them. */
public final class Main {

    private Main() {}

    /**
     * Runs the program.
     *
     * @param args nothing: the tour, then commands from the terminal; {@code tour}: only the tour; {@code node}: be one
     *     of the three
     */
    public static void main(String[] args) throws Exception {
        if (args.length == 1 && args[0].equals("node")) {
            NodeMain.run();
        } else if (args.length == 0 || args[0].equals("tour")) {
            boolean interactive = args.length == 0;
            System.exit(conduct(interactive));
        } else {
            System.err.println("usage: java -jar job-scheduler.jar [tour]");
            System.exit(2);
        }
    }

    private static int conduct(boolean interactive) throws Exception {
        try {
            return new Conductor().run(interactive);
        } catch (IllegalStateException failed) {
            // A node could not start, and says why; where in this program that was noticed is of no interest.
            System.err.println(failed.getMessage());
            return 1;
        }
    }
}
