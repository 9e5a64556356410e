package dev.singleton.benchmarks.codec;

/** A way to make bytes of a message, set up as a singleton would need it: closed, and open to added fields if it can. */
interface Candidate {

    byte[] write(Command message, Class<? extends Command> declared);

    Command read(byte[] bytes, Class<? extends Command> declared);
}
