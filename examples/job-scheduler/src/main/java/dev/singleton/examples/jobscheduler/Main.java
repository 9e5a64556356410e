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
            System.exit(new Conductor().run(interactive));
        } else {
            System.err.println("usage: java -jar job-scheduler.jar [tour]");
            System.exit(2);
        }
    }
}
