package dev.singleton.it.liberty;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.SQLException;

/** An actor that handles each message in a transaction, because it says so. */
@Singleton("bookkeeper")
@Transactional
public class Bookkeeper implements SingletonActor<Errand.Store> {

    @Inject
    Rows rows;

    @Override
    public void receive(Errand.Store store, SingletonContext<Errand.Store> context) throws SQLException {
        rows.insert(store.row());
        if (store.fail()) {
            throw new IllegalStateException("told to fail after " + store.row());
        }
        context.reply("stored");
    }
}
