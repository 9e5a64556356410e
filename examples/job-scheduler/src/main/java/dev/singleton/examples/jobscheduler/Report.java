package dev.singleton.examples.jobscheduler;

/**
 * A line of a node.
 *
 * @param at in nanoseconds, on the clock that all processes of one host share
 */
record Report(String node, long at, String text) {

    static Report parse(String node, String line) {
        int afterTime = line.indexOf(' ', 2);
        return new Report(node, Long.parseLong(line.substring(2, afterTime)), line.substring(afterTime + 1));
    }

    String verb() {
        int blank = text.indexOf(' ');
        return blank < 0 ? text : text.substring(0, blank);
    }

    String[] words() {
        return text.split(" ");
    }

    String rest() {
        return text.substring(Math.min(text.length(), verb().length() + 1));
    }
}
