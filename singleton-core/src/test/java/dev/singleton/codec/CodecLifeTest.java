package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("One codec serves all threads, and goes with its application")
@Timeout(60)
class CodecLifeTest {

    @Test
    void threads_that_meet_a_type_for_the_first_time_together() throws Exception {
        int threads = 8;
        var pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 20; round++) {
                var codec = new CborMessageCodec();
                var together = new CyclicBarrier(threads);
                List<Future<Boolean>> all = new ArrayList<>();
                for (int t = 0; t < threads; t++) {
                    var sent = new JobCommand.Batch(List.of(new JobCommand.Cancel("id" + t, Optional.of("r"))), null);
                    Callable<Boolean> work = () -> {
                        together.await(30, TimeUnit.SECONDS);
                        byte[] bytes = codec.encode(sent, JobCommand.class);
                        return codec.decode(bytes, JobCommand.class).equals(sent);
                    };
                    all.add(pool.submit(work));
                }
                for (Future<Boolean> one : all) {
                    assertThat(one.get(30, TimeUnit.SECONDS)).isTrue();
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** An application's class loader: it defines its own copy of the messages. */
    private static final class Application extends ClassLoader {
        Application() {
            super(CodecLifeTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(JobCommand.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static WeakReference<ClassLoader> useAndUndeploy(ReferenceQueue<ClassLoader> gone) throws Exception {
        var application = new Application();
        Class<?> declared = application.loadClass(JobCommand.class.getName());
        Class<?> status = application.loadClass(JobCommand.class.getName() + "$GetStatus");
        assertThat(declared).isNotSameAs(JobCommand.class);
        var constructor = status.getDeclaredConstructor(String.class);
        constructor.setAccessible(true);
        var codec = new CborMessageCodec();
        codec.check(declared);
        Object back = codec.decode(codec.encode(constructor.newInstance("1"), declared), declared);
        assertThat(back).isInstanceOf(status).hasToString("GetStatus[id=1]");
        return new WeakReference<>(application, gone);
    }

    @Test
    void an_undeployed_application_is_not_held_by_anything_static_or_by_a_thread() throws Exception {
        ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
        WeakReference<ClassLoader> application = useAndUndeploy(gone);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        do {
            System.gc();
        } while (gone.remove(100) == null && System.nanoTime() < deadline);
        assertThat(application.refersTo(null)).isTrue();
    }
}
