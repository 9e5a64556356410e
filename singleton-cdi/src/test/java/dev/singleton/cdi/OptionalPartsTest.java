package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Where the runtime has less")
class OptionalPartsTest {

    @Test
    @SuppressWarnings("unchecked")
    void singletonsWorkWithoutMicroProfileHealthAndJakartaConcurrency() throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(
                classPathWithout("health", "concurrent-api"), ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass("org.eclipse.microprofile.health.HealthCheck"))
                    .isInstanceOf(ClassNotFoundException.class);
            thread.setContextClassLoader(loader);
            UnaryOperator<String> bare = (UnaryOperator<String>)
                    loader.loadClass(Bare.class.getName()).getConstructor().newInstance();
            assertThat(bare.apply(String.valueOf(Ports.free(1).get(0)))).isEqualTo("did 42");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL[] classPathWithout(String... absent) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry :
                Pattern.compile(File.pathSeparator, Pattern.LITERAL).split(System.getProperty("java.class.path"), -1)) {
            Path path = Path.of(entry);
            String name = path.getFileName().toString();
            if (List.of(absent).stream().noneMatch(name::contains)) {
                urls.add(path.toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
