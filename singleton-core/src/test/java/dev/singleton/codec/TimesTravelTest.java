package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Times and small values come back exactly as they were")
class TimesTravelTest {

    private final CborMessageCodec codec = new CborMessageCodec();

    static Stream<Object> values() {
        return Stream.of(
                        List.of(Instant.EPOCH, Instant.MIN, Instant.MAX, Instant.ofEpochSecond(-1, 1)),
                        List.of(
                                Duration.ZERO,
                                Duration.ofSeconds(-1, 5),
                                Duration.ofNanos(1),
                                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                                Duration.ofSeconds(Long.MIN_VALUE)),
                        List.of(LocalDate.MIN, LocalDate.MAX, LocalDate.of(2024, 2, 29)),
                        List.of(LocalTime.MIN, LocalTime.MAX, LocalTime.of(12, 0)),
                        List.of(LocalDateTime.MIN, LocalDateTime.MAX, LocalDateTime.of(2024, 1, 1, 0, 0)),
                        List.of(
                                OffsetDateTime.MIN,
                                OffsetDateTime.MAX,
                                OffsetDateTime.of(2024, 1, 1, 0, 0, 0, 1, ZoneOffset.ofHoursMinutesSeconds(5, 30, 15)),
                                OffsetDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC)),
                        List.of(OffsetTime.MIN, OffsetTime.MAX),
                        zoned(),
                        List.of(Period.of(1, -14, 40), Period.ZERO, Year.of(-5), YearMonth.of(2024, 12)),
                        List.of(MonthDay.of(2, 29), ZoneOffset.ofHours(-3)),
                        List.of(Locale.GERMANY, Locale.ROOT, Locale.forLanguageTag("zh-Hant-TW")),
                        List.of(Currency.getInstance("EUR")))
                .flatMap(List::stream);
    }

    private static List<ZonedDateTime> zoned() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        LocalDateTime twice = LocalDateTime.of(2024, 10, 27, 2, 30);
        return List.of(
                ZonedDateTime.ofLocal(twice, berlin, ZoneOffset.ofHours(1)),
                ZonedDateTime.ofLocal(twice, berlin, ZoneOffset.ofHours(2)),
                ZonedDateTime.of(twice, ZoneId.of("UTC")),
                ZonedDateTime.of(twice, ZoneOffset.UTC),
                ZonedDateTime.of(twice, ZoneId.of("GMT+2")),
                ZonedDateTime.of(twice, ZoneOffset.ofHours(2)));
    }

    @ParameterizedTest
    @MethodSource("values")
    void by_themselves(Object value) {
        codec.check(value.getClass());
        Object back = codec.decode(codec.encode(value, value.getClass()), value.getClass());
        assertThat(back).isEqualTo(value);
    }

    record Appointment(
            Instant instant, ZonedDateTime zoned, OffsetDateTime offset, ZoneId zone, Duration length, Period every) {}

    @Test
    void inside_of_a_record() {
        var appointment = new Appointment(
                Instant.parse("2024-02-29T23:59:59.123456789Z"),
                zoned().get(0),
                OffsetDateTime.of(2024, 1, 1, 0, 0, 0, 1, ZoneOffset.ofHours(-11)),
                ZoneId.of("America/New_York"),
                Duration.ofMillis(-1500),
                Period.ofDays(3));
        var back = codec.decode(codec.encode(appointment, Appointment.class), Appointment.class);
        assertThat(back).isEqualTo(appointment);
    }
}
