package dev.singleton.it.liberty;

import java.io.File;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Makes the applications that tests deploy. To be used in the test's own JVM only, not in the server. */
public final class Wars {

    private Wars() {}

    /** An application with nothing of ours: the one to compare with. */
    public static WebArchive bare(String name) {
        return ShrinkWrap.create(WebArchive.class, name + ".war").addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
    }

    /** An application as Maven would make it that has the one dependency: the library of this build in WEB-INF/lib. */
    public static WebArchive withLibrary(String name, Class<?>... classes) {
        return bare(name).addAsLibraries(library()).addClasses(classes);
    }

    /** The job scheduler, and nobody who talks to it. */
    public static WebArchive scheduler(String name) {
        return withLibrary(name, JobScheduler.class, Scheduling.class, JobCommand.class, JobStatus.class)
                .addClasses(JobCommand.class.getPermittedSubclasses());
    }

    /** The job scheduler, and every kind of component that can have a handle of it. */
    public static WebArchive jobs(String name) {
        return scheduler(name)
                .addClasses(Rest.class, JobsResource.class, JobDesk.class, JobBean.class, JobServlet.class)
                .addClass(JobWanted.class);
    }

    /** The settings of an application, as it brings them in its META-INF/microprofile-config.properties. */
    public static WebArchive settings(WebArchive war, Map<String, String> settings) {
        String lines = new TreeMap<>(settings)
                .entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining("\n", "", "\n"));
        return war.addAsResource(new StringAsset(lines), "META-INF/microprofile-config.properties");
    }

    /** What a test that runs inside of the server needs there besides the application. */
    public static WebArchive inContainer(WebArchive war) {
        return war.addClass(Wars.class).addAsLibraries(jarOf(Assertions.class));
    }

    private static File jarOf(Class<?> type) {
        try {
            return new File(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException noFile) {
            throw new IllegalStateException(type + " is not in a file", noFile);
        }
    }

    private static File[] library() {
        File directory = new File(System.getProperty("library"));
        File[] jars = directory.listFiles((where, name) -> name.endsWith(".jar"));
        if (jars == null || jars.length == 0) {
            throw new IllegalStateException(
                    "No jars in " + directory + ": run \"mvn verify\", which copies them there before these tests");
        }
        return jars;
    }
}
