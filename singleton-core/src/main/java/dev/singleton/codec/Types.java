package dev.singleton.codec;

import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Currency;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Which kind of type a class is to the codec. */
final class Types {

    /** Platform types that are one value; round trips of each are tested. */
    static final Set<Class<?>> SCALARS = Set.of(
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            String.class,
            BigDecimal.class,
            BigInteger.class,
            UUID.class,
            URI.class,
            Locale.class,
            Currency.class,
            Instant.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            OffsetTime.class,
            ZonedDateTime.class,
            Duration.class,
            Period.class,
            Year.class,
            YearMonth.class,
            MonthDay.class,
            ZoneId.class,
            ZoneOffset.class,
            OptionalInt.class,
            OptionalLong.class,
            OptionalDouble.class);

    static final Set<Class<?>> CONTAINERS = Set.of(
            Collection.class,
            List.class,
            Set.class,
            SortedSet.class,
            NavigableSet.class,
            Queue.class,
            Deque.class,
            ArrayList.class,
            LinkedList.class,
            HashSet.class,
            LinkedHashSet.class,
            TreeSet.class,
            ArrayDeque.class,
            EnumSet.class,
            Map.class,
            SortedMap.class,
            NavigableMap.class,
            ConcurrentMap.class,
            HashMap.class,
            LinkedHashMap.class,
            TreeMap.class,
            EnumMap.class,
            ConcurrentHashMap.class);

    private static final Set<Class<?>> KEYS = Set.of(
            String.class,
            UUID.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            LocalDate.class,
            Instant.class);

    private Types() {}

    static boolean isKey(Class<?> type) {
        return KEYS.contains(type) || type.isEnum();
    }

    /** Whether the class comes with the JDK or the container: not a message, however it is built inside. */
    static boolean isPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return type.isPrimitive()
                || loader == null
                || loader == ClassLoader.getPlatformClassLoader()
                || type.getName().startsWith("java.")
                || type.getName().startsWith("javax.")
                || type.getName().startsWith("jakarta.");
    }

    /** A sealed type of the application's. An enum whose constants have bodies is sealed to the JVM, but not to us. */
    static boolean isSealed(Class<?> type) {
        return type.isSealed() && !type.isEnum() && !isPlatform(type);
    }

    static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }

    /** Whether a value of another class could stand where this one is declared, so that each value is looked at. */
    static boolean isChecked(Class<?> type) {
        if (type.isArray() || type.isEnum() || isPlatform(type) || isContainer(type)) {
            return false;
        }
        return isSealed(type) || !(isAbstract(type) || Modifier.isFinal(type.getModifiers()));
    }

    static boolean isContainer(Class<?> type) {
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    /**
     * What may stand for a sealed type: its final classes, records and enums, at any level, and its non-sealed ones; an
     * open interface or abstract class among them is listed too, for the check to find.
     */
    static List<Class<?>> permittedBy(Class<?> sealed) {
        Set<Class<?>> found = new LinkedHashSet<>();
        collect(sealed, found);
        return List.copyOf(found);
    }

    private static void collect(Class<?> type, Set<Class<?>> found) {
        if (!isSealed(type)) {
            found.add(type);
            return;
        }
        if (!isAbstract(type)) {
            found.add(type);
        }
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            collect(permitted, found);
        }
    }

    /** {@code Outer$Inner} of {@code org.acme.Outer$Inner}. */
    static String withoutPackage(Class<?> type) {
        int start = type.getPackageName().isEmpty() ? 0 : type.getPackageName().length() + 1;
        return type.getName().substring(start);
    }

    /** {@code Outer.Inner} for people; a platform type keeps its package. */
    static String display(Class<?> type) {
        if (type.isArray()) {
            return display(type.getComponentType()) + "[]";
        }
        return isPlatform(type) ? type.getName() : withoutPackage(type).replace('$', '.');
    }
}
