package dev.singleton.hazelcast;

/** Sees all that the tests see, but none of our classes. */
final class WithoutTheLibrary extends ClassLoader {
    WithoutTheLibrary() {
        super(WithoutTheLibrary.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("dev.singleton.")) {
            throw new ClassNotFoundException(name);
        }
        return super.loadClass(name, resolve);
    }
}
