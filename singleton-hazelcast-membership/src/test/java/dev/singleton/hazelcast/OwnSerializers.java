package dev.singleton.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.GlobalSerializerConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SerializerConfig;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.StreamSerializer;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import dev.singleton.hazelcast.Greeting.Letter;
import dev.singleton.hazelcast.Greeting.Note;
import dev.singleton.hazelcast.Greeting.Postcard;
import java.io.IOException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What an application or a server may have put into a Hazelcast configuration, of each kind one. */
@SuppressWarnings("removal") // Applications still have portable classes.
final class OwnSerializers {

    /** Each use of one of them, by any member of this JVM. */
    static final Queue<String> USED = new ConcurrentLinkedQueue<>();

    private OwnSerializers() {}

    /** With a serializer of each kind, and a filter that lets nothing through which comes by Java serialization. */
    static Config addTo(Config config) {
        SerializationConfig serialization = config.getSerializationConfig();
        serialization.getCompactSerializationConfig().addSerializer(new OfNote());
        serialization.addSerializerConfig(
                new SerializerConfig().setTypeClass(Letter.class).setImplementation(new OfLetter()));
        serialization.addPortableFactory(Postcard.FACTORY, classId -> new Postcard());
        serialization.setGlobalSerializerConfig(new GlobalSerializerConfig().setImplementation(new OfText()));
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig().setDefaultsDisabled(true);
        filter.getBlacklist().addPrefixes("java", "com", "dev", "[");
        serialization.setJavaSerializationFilterConfig(filter);
        return config;
    }

    private static final class OfNote implements CompactSerializer<Note> {

        @Override
        public Note read(CompactReader in) {
            return new Note(in.readString("text"));
        }

        @Override
        public void write(CompactWriter out, Note note) {
            USED.add("compact");
            out.writeString("text", note.text());
        }

        @Override
        public String getTypeName() {
            return "note";
        }

        @Override
        public Class<Note> getCompactClass() {
            return Note.class;
        }
    }

    private static final class OfLetter implements StreamSerializer<Letter> {

        @Override
        public int getTypeId() {
            return 4711;
        }

        @Override
        public void write(ObjectDataOutput out, Letter letter) throws IOException {
            USED.add("stream");
            out.writeStringArray(letter.lines().toArray(String[]::new));
        }

        @Override
        public Letter read(ObjectDataInput in) throws IOException {
            return new Letter(Arrays.asList(in.readStringArray()));
        }
    }

    /** For whatever has no serializer; it knows one class of the application's and nothing else. */
    private static final class OfText implements StreamSerializer<Object> {

        @Override
        public int getTypeId() {
            return 4712;
        }

        @Override
        public void write(ObjectDataOutput out, Object object) throws IOException {
            USED.add("global");
            if (!(object instanceof Text text)) {
                throw new IOException("The application knows nothing of " + object.getClass());
            }
            out.writeString(text.text());
        }

        @Override
        public Object read(ObjectDataInput in) throws IOException {
            return new Text(in.readString());
        }
    }

    /** Left to the global serializer. */
    record Text(String text) {}
}
