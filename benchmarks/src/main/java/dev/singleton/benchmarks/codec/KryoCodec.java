package dev.singleton.benchmarks.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.ImmutableCollectionsSerializers;
import com.esotericsoftware.kryo.serializers.OptionalSerializers;
import com.esotericsoftware.kryo.serializers.TimeSerializers;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Kryo, with the classes registered, those of the JDK too. One thread. */
final class KryoCodec implements Candidate {

    private static final int FIRST_BUFFER = 512;

    private final Kryo kryo = kryoOf(List.of(
            Command.Schedule.class,
            Command.PlaceOrder.class,
            Command.Import.class,
            Command.Line.class,
            Command.Urgency.class));
    private final Output output = new Output(FIRST_BUFFER, -1);
    private final Input input = new Input();

    /** All that a mere {@code new Kryo()} does not know of the JDK is registered by name here. */
    static Kryo kryoOf(List<Class<?>> classes) {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(true);
        kryo.register(ArrayList.class);
        kryo.register(HashMap.class);
        kryo.register(UUID.class, new DefaultSerializers.UUIDSerializer());
        kryo.register(BigDecimal.class);
        kryo.register(Instant.class, new TimeSerializers.InstantSerializer());
        kryo.register(Duration.class, new TimeSerializers.DurationSerializer());
        kryo.register(LocalDate.class, new TimeSerializers.LocalDateSerializer());
        kryo.register(Optional.class, new OptionalSerializers.OptionalSerializer());
        ImmutableCollectionsSerializers.registerSerializers(kryo);
        classes.forEach(kryo::register);
        return kryo;
    }

    @Override
    public byte[] write(Command message, Class<? extends Command> declared) {
        output.reset();
        kryo.writeClassAndObject(output, message);
        return output.toBytes();
    }

    @Override
    public Command read(byte[] bytes, Class<? extends Command> declared) {
        input.setBuffer(bytes);
        return declared.cast(kryo.readClassAndObject(input));
    }
}
