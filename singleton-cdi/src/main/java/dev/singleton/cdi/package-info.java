/**
 * Cluster singletons in a CDI container: classes that carry {@link dev.singleton.Singleton} are hosted, injection points
 * of {@link dev.singleton.Proxy} get their handles, and the settings come from MicroProfile Config.
 *
 * <p>The way of a declaration: {@link dev.singleton.cdi.SingletonExtension} collects it, {@code Declarations} holds it
 * free of any container type, {@code DeclarationCheck} turns it into {@code DeclaredSingletons} or into faults, all
 * told at once. The way of a node: {@code NodeLifeCycle} builds it when the application starts, starts and references
 * what was declared, says that it is up, and closes it again. The way of a message: {@code HostedActor} brings it to the
 * bean, in {@code Surroundings} that the container gives.
 *
 * <p>No state is static and none hangs on a thread's class loader: everything belongs to the extension's instance, so
 * that any number of applications and containers live in one virtual machine.
 */
@NullMarked
package dev.singleton.cdi;

import org.jspecify.annotations.NullMarked;
