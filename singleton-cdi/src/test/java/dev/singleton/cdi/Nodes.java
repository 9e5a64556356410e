package dev.singleton.cdi;

import dev.singleton.SingletonException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Makes one node after the other, as a test says. */
final class Nodes implements NodeFactory {
    final List<FakeNode> made = new CopyOnWriteArrayList<>();
    final List<String> failures = new CopyOnWriteArrayList<>();
    private final boolean renewable;
    /** What else happens while a node is built. */
    volatile FakeNode.Step joining = () -> {};

    volatile Consumer<String> memberEnded;
    volatile ClassLoader loader;

    Nodes(boolean renewable) {
        this.renewable = renewable;
    }

    @Override
    public Joined join(Place place) {
        loader = Thread.currentThread().getContextClassLoader();
        try {
            joining.run();
        } catch (Exception interrupted) {
            throw new IllegalStateException(interrupted);
        }
        if (!failures.isEmpty()) {
            throw new SingletonException(failures.remove(0));
        }
        FakeNode node = new FakeNode();
        memberEnded = place.memberEnded();
        made.add(node);
        node.journal.add("join");
        return new Joined(node, () -> node.journal.add("release"), renewable);
    }

    FakeNode node(int number) {
        Await.until("node " + number + " is there", () -> made.size() > number);
        return made.get(number);
    }

    FakeNode nodeThatIsUp(int number) {
        FakeNode node = node(number);
        Await.until("node " + number + " is up", () -> node.journal.contains("up"));
        return node;
    }
}
