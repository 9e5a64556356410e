package dev.singleton.cdi;

import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.lang.model.declarations.DeclarationInfo;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Says where an injection point is, for people: the class, the member, and of a parameter its place. */
final class Places {

    private Places() {}

    static String of(InjectionPoint point) {
        String declaring = point.getMember().getDeclaringClass().getName();
        if (!(point.getMember() instanceof Executable executable)) {
            return declaring + "." + point.getMember().getName();
        }
        String parameters = Arrays.stream(executable.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
        String member = executable instanceof Constructor ? "" : "." + executable.getName();
        String position = point.getAnnotated() instanceof AnnotatedParameter<?> parameter
                ? ", parameter " + (parameter.getPosition() + 1)
                : "";
        return declaring + member + parameters + position;
    }

    /** The same text, from the language model. */
    static String of(DeclarationInfo place) {
        if (!place.isParameter()) {
            return place.asField().declaringClass().name() + "."
                    + place.asField().name();
        }
        MethodInfo method = place.asParameter().declaringMethod();
        String parameters = method.parameters().stream()
                .map(parameter -> LangModel.simpleName(parameter.type()))
                .collect(Collectors.joining(", ", "(", ")"));
        String member = method.isConstructor() ? "" : "." + method.name();
        return method.declaringClass().name() + member + parameters + ", parameter "
                + (method.parameters().indexOf(place.asParameter()) + 1);
    }
}
