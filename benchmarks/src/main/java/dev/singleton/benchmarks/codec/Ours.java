package dev.singleton.benchmarks.codec;

import dev.singleton.codec.CborMessageCodec;

/** The library's codec, as it is. */
final class Ours implements Candidate {

    private final CborMessageCodec codec = new CborMessageCodec();

    @Override
    public byte[] write(Command message, Class<? extends Command> declared) {
        return codec.encode(message, declared);
    }

    @Override
    public Command read(byte[] bytes, Class<? extends Command> declared) {
        return codec.decode(bytes, declared);
    }
}
