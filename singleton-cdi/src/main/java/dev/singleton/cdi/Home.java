package dev.singleton.cdi;

import jakarta.enterprise.inject.spi.BeanContainer;

/**
 * What nodes of an application run in, one after the other: its class loader, its naming context and its threads, as they
 * were where the first one was built.
 */
record Home(Surroundings surroundings, ContainerServices services) {

    /** On the thread of whoever comes first, whose class loader and naming context are the application's. */
    static Home here(BeanContainer container) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context != null ? context : Home.class.getClassLoader();
        ContainerServices services = ContainerServices.find();
        return new Home(new Surroundings(container, loader, services.naming()), services);
    }

    void close() {
        services.close();
    }
}
