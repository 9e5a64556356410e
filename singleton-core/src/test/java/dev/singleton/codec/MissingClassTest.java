package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.SingletonConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A message that needs a class which the application does not bring")
class MissingClassTest {

    record Gone(String value) {}

    record Order(Gone gone) {}

    /** An application that was packaged without one of its classes. */
    private static final class Incomplete extends ClassLoader {

        Incomplete() {
            super(MissingClassTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(Gone.class.getName())) {
                throw new ClassNotFoundException(name);
            }
            return name.startsWith(MissingClassTest.class.getName()) ? define(name) : super.loadClass(name, resolve);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }

    @Test
    @DisplayName("is refused at deployment, and the class is named")
    void isRefused() throws Exception {
        Class<?> order = new Incomplete().loadClass(Order.class.getName());
        assertThatThrownBy(() -> new CborMessageCodec().check(order))
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContainingAll(
                        "MissingClassTest.Order", "cannot be loaded", "Gone", "add it to the application");
    }
}
