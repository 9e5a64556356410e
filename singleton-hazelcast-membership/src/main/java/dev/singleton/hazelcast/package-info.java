/**
 * The SPI's membership and transport on a Hazelcast member that runs inside the application.
 *
 * <p>Start reading at {@link dev.singleton.hazelcast.HazelcastSingletons}. A frame goes from {@code HazelcastTransport}
 * through {@code Peer} (which first asks the other member whether it understands us) into a {@code FrameOperation}, and
 * on the other side from that operation through the {@code Binding} into that member's {@code HazelcastTransport}.
 * Changes of the member list and of the member's own life come through {@code HazelcastMembership}. All that is internal
 * to Hazelcast is used in {@code Engine} and in the operations, and nowhere else.
 */
@NullMarked
package dev.singleton.hazelcast;

import org.jspecify.annotations.NullMarked;
