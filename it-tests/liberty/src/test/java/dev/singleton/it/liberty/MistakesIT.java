package dev.singleton.it.liberty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A mistake stops the deployment, and the server says what it is and what to do. */
@ArquillianTest
class MistakesIT {

    private static final String MISTAKES = Mistakes.class.getName() + "$";

    private Server n1;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments(Mistakes.SecondScheduler.class, MISTAKES + "SecondScheduler: one class for each name"),
                arguments(Mistakes.OtherMessages.class, "The message types of singleton 'twins' disagree"),
                arguments(Mistakes.RawProxy.class, MISTAKES + "RawProxy.scheduler is a raw Proxy: write Proxy<M>"),
                arguments(
                        Mistakes.NoName.class,
                        MISTAKES + "NoName.scheduler is a Proxy that names no singleton: add"
                                + " @dev.singleton.Singleton(\"name\")"),
                arguments(
                        Mistakes.OtherSingleton.class,
                        MISTAKES + "OtherSingleton.scheduler carries @jakarta.inject.Singleton, which names no"
                                + " cluster singleton"),
                arguments(
                        Mistakes.TheActorItself.class,
                        MISTAKES + "TheActorItself.scheduler asks for the actor " + JobScheduler.class.getName()),
                arguments(
                        Mistakes.BadName.class,
                        MISTAKES + "BadName: The singleton type name 'Bad_Name' must match [a-z][a-z0-9-]*"),
                arguments(
                        Mistakes.CannotTravel.class,
                        MISTAKES + "CannotTravel.threads) cannot travel: java.lang.Thread"),
                arguments(
                        Mistakes.WrongInTheApplication.class,
                        "singleton.type.wrong-in-the-application.ask-timeout is 'soon' and must be an ISO-8601"),
                arguments(
                        Mistakes.WrongInTheEnvironment.class,
                        "singleton.type.wrong-in-the-environment.buffer-size is 'many' and must be a whole number"));
    }

    @BeforeEach
    void connect() throws Exception {
        n1 = Server.n1();
    }

    @AfterEach
    void disconnect() throws Exception {
        n1.close();
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeStopsTheDeploymentAndTheServerSaysWhatToDo(Class<?> mistake, String text) throws Exception {
        WebArchive war = war("mistake-" + mistake.getSimpleName(), mistake);

        assertThat(n1.refuse(war)).contains("this application have a fault:").contains(text);
    }

    @Test
    void allMistakesOfAnApplicationAreToldAtOnce() throws Exception {
        WebArchive war = war(
                "mistakes",
                mistakes().map(mistake -> (Class<?>) mistake.get()[0]).toArray(Class<?>[]::new));

        assertThat(n1.refuse(war))
                .contains("this application have 10 faults:")
                .contains(mistakes().map(mistake -> (String) mistake.get()[1]).toList());
    }

    @Test
    void aSingletonThatNobodyHostsYetIsNoMistake() throws Exception {
        WebArchive war = war("nobody-hosts", Mistakes.NobodyHosts.class);

        n1.deploy(war);

        assertThat(new Http(9191).get("/health/ready").body())
                .contains("\"elsewhere.state\":\"ref\"", "\"elsewhere.owner\":\"none\"");
        n1.undeploy(war);
    }

    /** Of the class around them the inner classes name only the file: with the class itself all of them would come. */
    private static WebArchive war(String name, Class<?>... mistakes) {
        WebArchive war = Wars.scheduler(name)
                .addClasses(mistakes)
                .addAsResource(Mistakes.class.getName().replace('.', '/') + ".class");
        Map<String, String> settings = new HashMap<>();
        settings.put("singleton.hazelcast.cluster-name", "mistakes");
        if (List.of(mistakes).contains(Mistakes.WrongInTheApplication.class)) {
            settings.put("singleton.type.wrong-in-the-application.ask-timeout", "soon");
        }
        return Wars.settings(war, settings);
    }
}
