package dev.singleton.codec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedConstructor;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import java.lang.reflect.Constructor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells Jackson how a class is built and which places are open to several classes. It does not pass on what Jackson's
 * own annotations would say: {@code @JsonTypeInfo} could name a class in the bytes, {@code @JsonIgnore} (meant for a
 * REST client) would make a message that travels differ from one that is delivered locally.
 */
final class MessageIntrospector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable TypeResolverBuilder<?> findTypeResolver(
            MapperConfig<?> config, AnnotatedClass annotated, JavaType base) {
        return Types.isChecked(base.getRawClass()) ? new TypeRules() : null;
    }

    @Override
    public JsonCreator.@Nullable Mode findCreatorAnnotation(MapperConfig<?> config, Annotated annotated) {
        if (annotated instanceof AnnotatedConstructor constructor
                && isBlueprint(constructor.getAnnotated()).isPresent()) {
            return JsonCreator.Mode.PROPERTIES;
        }
        return null;
    }

    @Override
    public @Nullable String findImplicitPropertyName(AnnotatedMember member) {
        return member instanceof AnnotatedParameter parameter
                ? parameterName(parameter).orElse(null)
                : null;
    }

    @Override
    public @Nullable PropertyName findNameForSerialization(Annotated annotated) {
        return annotated instanceof AnnotatedField ? chosenName(annotated) : null;
    }

    @Override
    public @Nullable PropertyName findNameForDeserialization(Annotated annotated) {
        return annotated instanceof AnnotatedField || annotated instanceof AnnotatedParameter
                ? chosenName(annotated)
                : null;
    }

    private static @Nullable PropertyName chosenName(Annotated annotated) {
        JsonProperty chosen = annotated.getAnnotation(JsonProperty.class);
        return chosen == null || chosen.value().isEmpty() ? null : PropertyName.construct(chosen.value());
    }

    private static Optional<String> parameterName(AnnotatedParameter parameter) {
        return parameter.getOwner() instanceof AnnotatedConstructor owner
                ? isBlueprint(owner.getAnnotated()).flatMap(it -> it.fields().get(parameter.getIndex()))
                : Optional.empty();
    }

    private static Optional<Blueprint> isBlueprint(Constructor<?> constructor) {
        if (Types.isPlatform(constructor.getDeclaringClass())) {
            return Optional.empty();
        }
        return Blueprint.of(constructor.getDeclaringClass())
                .filter(it -> it.constructor().equals(constructor));
    }
}
