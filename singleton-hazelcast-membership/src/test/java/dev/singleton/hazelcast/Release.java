package dev.singleton.hazelcast;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;

/** One release of an application: its own classes {@code app.Command}, in a class loader of its own. */
final class Release implements AutoCloseable {

    private final URLClassLoader loader;

    private Release(URLClassLoader loader) {
        this.loader = loader;
    }

    /** Compiles the release as an application's build does. */
    static Release of(Path directory, String source) throws IOException {
        Files.createDirectories(directory);
        Path file = Files.writeString(directory.resolve("Command.java"), source);
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", directory.toString(), file.toString());
        if (failed != 0) {
            throw new IllegalArgumentException("The release does not compile: " + source);
        }
        return new Release(new URLClassLoader(new URL[] {url(directory)}, Release.class.getClassLoader()));
    }

    private static URL url(Path directory) throws MalformedURLException {
        return directory.toUri().toURL();
    }

    /** The type of its messages, of which a test knows nothing at compile time. */
    @SuppressWarnings("unchecked")
    Class<Object> command() {
        return (Class<Object>) load("app.Command");
    }

    private Class<?> load(String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException noSuchClass) {
            throw new IllegalArgumentException("The release has no " + name, noSuchClass);
        }
    }

    /** A message of this release. */
    Object command(String name, Object... values) {
        try {
            return load("app.Command$" + name).getConstructors()[0].newInstance(values);
        } catch (ReflectiveOperationException | IllegalArgumentException unlike) {
            throw new IllegalArgumentException("No " + name + " of " + List.of(Arrays.toString(values)), unlike);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
