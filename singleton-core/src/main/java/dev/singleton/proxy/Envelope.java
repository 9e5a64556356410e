package dev.singleton.proxy;

/** A message on its way, as far as the path needs to know it. */
public interface Envelope {

    /** Whether somebody waits for a reply. */
    boolean expectsReply();

    /** Whether nobody waits for the reply any longer, so that sending it makes no sense. */
    boolean expired();
}
