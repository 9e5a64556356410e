package dev.singleton;

/**
 * Counters of one singleton on this node since the node was built; each only grows.
 *
 * @param activationAttempts instances that were begun
 * @param activations instances that came to run
 * @param reactivations activations after the first one on this node
 * @param activationFailures instances that failed in construction or {@code preStart}
 * @param tells messages told here
 * @param asks messages asked here
 * @param routingRejections frames and batches refused here: malformed, foreign, from a non-member, stale; and replies that nobody waits for;
 *     what names no singleton that is known here counts for each
 * @param ownerChanges how often the owner changed as this node saw it
 * @param handOversCompleted hand-overs from a living predecessor to this node
 * @param deadLetters messages told here that could not be delivered
 * @param leaseAcquisitions leases granted
 * @param losses leases lost
 */
public record SingletonStats(
        long activationAttempts,
        long activations,
        long reactivations,
        long activationFailures,
        long tells,
        long asks,
        long routingRejections,
        long ownerChanges,
        long handOversCompleted,
        long deadLetters,
        long leaseAcquisitions,
        long losses) {}
