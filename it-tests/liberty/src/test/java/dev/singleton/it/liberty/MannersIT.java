package dev.singleton.it.liberty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Inside of the server: an actor is code of the application like any other, and has around it what that has. */
@ArquillianTest
class MannersIT {

    @Inject
    @Singleton("errands")
    Proxy<Errand> errands;

    @Inject
    @Singleton("bookkeeper")
    Proxy<Errand.Store> bookkeeper;

    @Inject
    ClusterSingletons singletons;

    @Inject
    Rows rows;

    @Inject
    Witness witness;

    @Inject
    CallLog log;

    @Deployment
    static WebArchive errands() {
        WebArchive war = Wars.withLibrary("manners", Errands.class, Errand.class, Rows.class, Manners.class)
                .addClass(Bookkeeper.class)
                .addClasses(Errand.class.getPermittedSubclasses())
                .addClasses(Witness.class, Visits.class, CallLog.class, Await.class)
                .addClasses(Logged.class, LoggedInterceptor.class, ErrandsDecorator.class)
                .setWebXML(new StringAsset("""
                                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                                  <env-entry>
                                    <env-entry-name>greeting</env-entry-name>
                                    <env-entry-type>java.lang.String</env-entry-type>
                                    <env-entry-value>good morning</env-entry-value>
                                  </env-entry>
                                </web-app>
                                """));
        return Wars.settings(Wars.inContainer(war), Map.of("singleton.hazelcast.cluster-name", "manners"));
    }

    @BeforeEach
    void started() throws Exception {
        Boolean unused = Await.until(errands::locallyOwned, owned -> owned);
    }

    @Test
    void aHandlerRunsOnAServersThreadWithTheApplicationsNamesAndClassLoader() throws Exception {
        assertThat(ask(new Errand.Look())).isEqualTo(Manners.GOOD);
    }

    @Test
    void whatAHandlerLeavesBehindIsGoneForTheNext() throws Exception {
        assertThat(ask(new Errand.LeaveThingsBehind())).isEqualTo(Manners.GOOD);
        assertThat(ask(new Errand.LeaveThingsBehind())).isEqualTo(Manners.GOOD);
        assertThat(ask(new Errand.Look())).isEqualTo(Manners.GOOD);
        assertThat(rows.all()).doesNotContain(Errands.NEVER_COMMITTED);
    }

    @Test
    void aHandlerHasTransactionsOfItsOwn() throws Exception {
        tellAndWait(new Errand.Write("committed by hand", true));
        tellAndWait(new Errand.Write("rolled back by hand", false));

        assertThat(rows.all()).contains("committed by hand").doesNotContain("rolled back by hand");
    }

    @Test
    void aTransactionalBeanThatAHandlerCallsCommitsOrUndoes() throws Exception {
        tellAndWait(new Errand.Store("stored", false));
        assertThatThrownBy(() -> tellAndWait(new Errand.Store("undone", true))).hasMessageContaining("told to fail");

        assertThat(rows.all()).contains("stored").doesNotContain("undone");
    }

    @Test
    void aTransactionalActorCommitsWithEachMessageOrUndoesIt() throws Exception {
        Boolean unused = Await.until(bookkeeper::locallyOwned, owned -> owned);

        assertThat(answer(bookkeeper.ask(new Errand.Store("booked", false), String.class)))
                .isEqualTo("stored");
        assertThatThrownBy(() -> answer(bookkeeper.ask(new Errand.Store("not booked", true), String.class)))
                .hasMessageContaining("told to fail");

        assertThat(rows.all()).contains("booked").doesNotContain("not booked");
    }

    @Test
    void startStopTimersAndObserversHaveAroundThemWhatAHandlerHas() throws Exception {
        witness.forget();

        singletons.restart(errands.key()).toCompletableFuture().get(2, TimeUnit.MINUTES);
        errands.tell(new Errand.LookLater());

        for (String occasion : new String[] {"postStop", "PostConstruct", "preStart", "event", "timer"}) {
            Optional<Manners> found = Await.until(() -> witness.at(occasion), Optional::isPresent);
            assertThat(found).as(occasion).contains(Manners.GOOD);
        }
    }

    @Test
    void interceptorsAndDecoratorsOfTheApplicationAreAroundTheActor() throws Exception {
        log.forget();

        Manners unused = ask(new Errand.Look());

        assertThat(log.calls()).containsSubsequence("interceptor receive", "decorator Look");
    }

    private Manners ask(Errand errand) throws Exception {
        return answer(errands.ask(errand, Manners.class));
    }

    private void tellAndWait(Errand errand) throws Exception {
        String unused = answer(errands.ask(errand, String.class));
    }

    private static <R> R answer(CompletionStage<R> asked) throws Exception {
        return asked.toCompletableFuture().get(2, TimeUnit.MINUTES);
    }
}
