package dev.singleton.benchmarks.codec;

import java.util.List;
import org.apache.fory.Fory;

/** Apache Fory for Java alone, with the classes registered. One thread. */
final class ForyCodec implements Candidate {

    private final Fory fory;

    /** @param compatible whether fields may be added; without it both sides must have the very same classes */
    ForyCodec(boolean compatible) {
        fory = foryOf(
                compatible,
                List.of(
                        Command.Schedule.class,
                        Command.PlaceOrder.class,
                        Command.Import.class,
                        Command.Line.class,
                        Command.Urgency.class));
    }

    static Fory foryOf(boolean compatible, List<Class<?>> classes) {
        Fory fory = Fory.builder()
                .withXlang(false)
                .requireClassRegistration(true)
                .withCompatible(compatible)
                .build();
        int number = 1_000;
        for (Class<?> type : classes) {
            fory.register(type, number++);
        }
        return fory;
    }

    @Override
    public byte[] write(Command message, Class<? extends Command> declared) {
        return fory.serialize(message);
    }

    @Override
    public Command read(byte[] bytes, Class<? extends Command> declared) {
        return declared.cast(fory.deserialize(bytes));
    }
}
