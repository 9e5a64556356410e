/**
 * The path of a message: the sender's {@link dev.singleton.proxy.Outbox} and the receiver's {@link
 * dev.singleton.proxy.Inbox}. Pure; whoever uses them guards them with a lock and acts on what they say.
 */
@NullMarked
package dev.singleton.proxy;

import org.jspecify.annotations.NullMarked;
