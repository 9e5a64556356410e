package dev.singleton.it.liberty;

import jakarta.enterprise.concurrent.ManageableThread;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import javax.naming.InitialContext;

/**
 * What code of an application finds around it at the moment.
 *
 * @param greeting the entry {@code java:comp/env/greeting} of web.xml
 * @param ownClassLoader whether the thread's class loader is the application's
 * @param serverThread whether the thread was made by the server
 * @param transaction whether a transaction is open
 * @param visitsBefore how often this request was counted before
 */
public record Manners(
        String greeting, boolean ownClassLoader, boolean serverThread, boolean transaction, int visitsBefore) {

    /** What is wanted of each call into the application. */
    static final Manners GOOD = new Manners("good morning", true, true, false, 0);

    /** Looks around, and counts the request. */
    @SuppressWarnings("BanJNDI") // fixed names of the application's own
    static Manners now() throws Exception {
        UserTransaction transaction = InitialContext.doLookup("java:comp/UserTransaction");
        return new Manners(
                InitialContext.doLookup("java:comp/env/greeting"),
                Thread.currentThread().getContextClassLoader().loadClass(Manners.class.getName()) == Manners.class,
                Thread.currentThread() instanceof ManageableThread,
                transaction.getStatus() != Status.STATUS_NO_TRANSACTION,
                CDI.current().select(Visits.class).get().count());
    }
}
