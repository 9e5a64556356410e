package dev.singleton.it.liberty;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import jakarta.annotation.PostConstruct;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import javax.naming.InitialContext;

/** Runs errands, and tells what it found on the way. */
@Singleton("errands")
@Logged
public class Errands implements SingletonActor<Errand> {

    static final String NEVER_COMMITTED = "never committed";

    @Inject
    Rows rows;

    @Inject
    Witness witness;

    @PostConstruct
    void made() throws Exception {
        witness.look("PostConstruct");
    }

    @Override
    public void preStart(SingletonContext<Errand> context) throws Exception {
        witness.look("preStart");
    }

    @Override
    public void postStop(SingletonContext<Errand> context) throws Exception {
        witness.look("postStop");
    }

    @Override
    public void receive(Errand errand, SingletonContext<Errand> context) throws Exception {
        if (errand instanceof Errand.Look) {
            look(context);
        } else if (errand instanceof Errand.LeaveThingsBehind) {
            leaveThingsBehind(context);
        } else if (errand instanceof Errand.Write write) {
            write(write);
            context.reply("written");
        } else if (errand instanceof Errand.Store store) {
            rows.store(store.row(), store.fail());
            context.reply("stored");
        } else {
            context.timers().startSingle("later", new Errand.Look(), Duration.ofMillis(1));
        }
    }

    private void look(SingletonContext<Errand> context) throws Exception {
        if (context.expectsReply()) {
            context.reply(Manners.now());
        } else {
            witness.look("timer");
        }
    }

    private void leaveThingsBehind(SingletonContext<Errand> context) throws Exception {
        Manners found = Manners.now();
        transaction().begin();
        rows.insert(NEVER_COMMITTED);
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        context.reply(found);
    }

    private void write(Errand.Write write) throws Exception {
        UserTransaction transaction = transaction();
        transaction.begin();
        rows.insert(write.row());
        if (write.commit()) {
            transaction.commit();
        } else {
            transaction.rollback();
        }
    }

    @SuppressWarnings("BanJNDI") // a fixed name of the server's own
    private static UserTransaction transaction() throws Exception {
        return InitialContext.doLookup("java:comp/UserTransaction");
    }
}
