package dev.singleton.proxy;

import java.util.List;
import java.util.stream.IntStream;

/** A message whose text is all there is to it. */
final class Letter implements Envelope {

    private final String text;
    private final boolean ask;
    private boolean expired;

    private Letter(String text, boolean ask) {
        this.text = text;
        this.ask = ask;
    }

    static Letter tell(String text) {
        return new Letter(text, false);
    }

    static Letter ask(String text) {
        return new Letter(text, true);
    }

    /** Tells with the numbers from the first to the last as their texts. */
    static List<Letter> numbered(int first, int last) {
        return texts(first, last).stream().map(Letter::tell).toList();
    }

    static List<String> texts(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(String::valueOf).toList();
    }

    void expire() {
        expired = true;
    }

    @Override
    public boolean expectsReply() {
        return ask;
    }

    @Override
    public boolean expired() {
        return expired;
    }

    @Override
    public String toString() {
        return text;
    }
}
