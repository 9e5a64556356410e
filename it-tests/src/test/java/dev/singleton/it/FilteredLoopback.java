package dev.singleton.it;

import java.util.List;

/** Loopback, with JVMs that let only some classes come by Java serialization. */
final class FilteredLoopback implements Site {

    private final Site loopback = new Loopback();
    private final String pattern;

    /** @param pattern for {@code jdk.serialFilter} */
    FilteredLoopback(String pattern) {
        this.pattern = pattern;
    }

    @Override
    public String host(int number) {
        return loopback.host(number);
    }

    @Override
    public int port(int number) {
        return loopback.port(number);
    }

    @Override
    public List<String> launcher(int number) {
        return List.of("env", "JDK_JAVA_OPTIONS=-Djdk.serialFilter=" + pattern);
    }

    @Override
    public void close() {
        loopback.close();
    }
}
