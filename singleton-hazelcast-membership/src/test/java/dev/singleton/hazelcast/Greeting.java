package dev.singleton.hazelcast;

import com.hazelcast.nio.serialization.Portable;
import com.hazelcast.nio.serialization.PortableReader;
import com.hazelcast.nio.serialization.PortableWriter;
import java.io.IOException;
import java.util.List;

/** Messages whose classes the application also keeps in maps of its own, by serializers of its own. */
@SuppressWarnings("removal") // Applications still have portable classes.
sealed interface Greeting {

    /** The application has a compact serializer for it. */
    record Note(String text) implements Greeting {}

    /** The application has a stream serializer for it. */
    record Letter(List<String> lines) implements Greeting {}

    /** Writes itself where the application keeps it. */
    final class Postcard implements Greeting, Portable {

        static final int FACTORY = 17;

        private String place = "";

        Postcard() {}

        static Postcard from(String place) {
            Postcard card = new Postcard();
            card.place = place;
            return card;
        }

        @Override
        public int getFactoryId() {
            return FACTORY;
        }

        @Override
        public int getClassId() {
            return 1;
        }

        @Override
        public void writePortable(PortableWriter out) throws IOException {
            OwnSerializers.USED.add("portable");
            out.writeString("place", place);
        }

        @Override
        public void readPortable(PortableReader in) throws IOException {
            place = String.valueOf(in.readString("place"));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Postcard card && card.place.equals(place);
        }

        @Override
        public int hashCode() {
            return place.hashCode();
        }

        @Override
        public String toString() {
            return "Postcard from " + place;
        }
    }

    /** The handler throws. */
    record Insult(String words) implements Greeting {}

    /** Asks for all that was heard. */
    record WhatWasSaid() implements Greeting {}

    /** The answer. */
    record Said(List<String> all) {}
}
