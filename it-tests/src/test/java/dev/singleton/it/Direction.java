package dev.singleton.it;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of a connection. Chunks keep their order, each waits as the link says; at most {@link #MOST} of them wait,
 * then nothing more is read, which TCP makes the sender feel.
 */
final class Direction {

    private static final int MOST = 64;
    private static final int CHUNK = 16 * 1024;

    /** Nothing in it: the end. */
    private record Chunk(ByteBuffer bytes, long due) {
        boolean end() {
            return bytes.limit() == 0;
        }
    }

    private final Socket from;
    private final Socket to;
    private final Link link;
    private final BlockingQueue<Chunk> waiting = new ArrayBlockingQueue<>(MOST);

    Direction(Socket from, Socket to, Link link) {
        this.from = from;
        this.to = to;
        this.link = link;
    }

    void start(Executor threads) {
        threads.execute(() -> orReset(this::read));
        threads.execute(() -> orReset(this::write));
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void orReset(Step step) {
        try {
            step.run();
        } catch (IOException | InterruptedException broken) {
            // Who is at either end sees it as what it is: a connection that broke. The other step ends with it.
            reset(from);
            reset(to);
            waiting.clear();
            boolean unusedAsItIsEmpty = waiting.offer(new Chunk(ByteBuffer.allocate(0), System.nanoTime()));
        }
    }

    private void read() throws IOException, InterruptedException {
        long due = System.nanoTime();
        int length;
        do {
            byte[] bytes = new byte[CHUNK];
            length = from.getInputStream().read(bytes);
            due = Math.max(due, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(link.delayMillis()));
            waiting.put(new Chunk(ByteBuffer.wrap(bytes, 0, Math.max(0, length)), due));
        } while (length >= 0);
    }

    private void write() throws IOException, InterruptedException {
        for (Chunk chunk = waiting.take(); !chunk.end(); chunk = waiting.take()) {
            for (long left = chunk.due() - System.nanoTime(); left > 0; left = chunk.due() - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            to.getOutputStream().write(chunk.bytes().array(), 0, chunk.bytes().limit());
        }
        to.shutdownOutput();
        from.shutdownInput();
        if (from.isOutputShutdown() && to.isInputShutdown()) {
            // The other direction has ended too.
            from.close();
            to.close();
        }
    }

    /** Closes it so that the other end learns of it by a reset. */
    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException closedAlready) {
            // That is what is wanted.
            return;
        }
    }
}
