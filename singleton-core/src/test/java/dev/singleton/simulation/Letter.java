package dev.singleton.simulation;

import dev.singleton.DeadLetterReason;
import dev.singleton.proxy.Envelope;
import dev.singleton.wire.Frame.Message;
import dev.singleton.wire.Payload;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One message, and what became of it. */
final class Letter implements Envelope {

    final long number;
    final String key;
    final SimNode sender;
    private final boolean ask;
    private final long deadline;
    private final long told;
    private final World world;

    /** Who has it: the sender, then who accepted it. When that process dies, the letter may be lost. */
    SimMember holder;

    int handled;

    @Nullable
    DeadLetterReason dead;
    /** It went back from a mailbox into an outbox, which only unplanned stops do: others may have overtaken it. */
    boolean putBack;
    /** It was an ask and failed at once. */
    boolean unavailable;
    /** Its holder died. */
    boolean lost;

    Letter(World world, long number, String key, SimNode sender, boolean ask, long deadline) {
        this.world = world;
        this.number = number;
        this.key = key;
        this.sender = sender;
        this.ask = ask;
        this.deadline = deadline;
        this.holder = sender.member;
        this.told = world.now();
    }

    Message onTheWire() {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        return new Message(ask ? number : 0, Optional.empty(), Payload.of(bytes));
    }

    static long numberOf(Message message) {
        return ByteBuffer.wrap(message.body().bytes()).getLong();
    }

    @Override
    public boolean expectsReply() {
        return ask;
    }

    @Override
    public boolean expired() {
        return ask && world.now() > deadline;
    }

    /** Whether a host may have left, and be gone, without having seen the sender. */
    boolean ofNewcomer() {
        return told - sender.member.joined <= world.scenario.slowestView() + 2_500;
    }

    boolean ended() {
        return handled > 0 || dead != null || unavailable;
    }

    @Override
    public String toString() {
        return key + "#" + number + " of " + sender.name;
    }
}
