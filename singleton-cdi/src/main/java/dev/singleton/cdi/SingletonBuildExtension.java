package dev.singleton.cdi;

import dev.singleton.Singleton;
import dev.singleton.codec.CborMessageCodec;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Discovery;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.InjectionPointInfo;
import jakarta.enterprise.inject.build.compatible.spi.MetaAnnotations;
import jakarta.enterprise.inject.build.compatible.spi.ObserverInfo;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.ScannedClasses;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.inject.build.compatible.spi.Types;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.DeclarationInfo;
import jakarta.enterprise.lang.model.declarations.ParameterInfo;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The other door to what {@link SingletonExtension} does, for containers that have no portable extensions (Quarkus, and
 * whatever else is CDI Lite); found by the container, not to be used by anybody else. Where both are known the container
 * skips this one.
 *
 * <p>It runs when the application is built, which may be long before it starts: declarations are checked here, by the same
 * rules and with the same texts, and the settings when the application starts.
 */
@SkipIfPortableExtensionPresent(SingletonExtension.class)
public class SingletonBuildExtension implements BuildCompatibleExtension {

    private final ActorClasses actors = new ActorClasses();
    private final Declarations declarations = new Declarations();

    /** Called by the container. */
    public SingletonBuildExtension() {}

    /**
     * Adds the bean that starts and ends the node, and says what the annotation is: not every container looks for
     * qualifiers in archives without beans.
     */
    @Discovery
    public void addStarter(ScannedClasses classes, MetaAnnotations annotations) {
        classes.add(NodeStarter.class.getName());
        ClassConfig unused = annotations.addQualifier(Singleton.class);
    }

    /** Takes in the classes that carry the annotation, and makes their beans ones that only we can obtain. */
    @Enhancement(types = Object.class, withSubtypes = true, withAnnotations = Singleton.class)
    public void collectActors(ClassConfig config) {
        ClassInfo type = config.info();
        Optional<AnnotationInfo> named = annotation(type.annotations());
        if (named.isEmpty() || ActorClasses.isHandle(LangModel.load(type))) {
            return;
        }
        Set<Class<? extends Annotation>> kinds = actors.see(
                LangModel.load(type),
                LangModel.singleton(named.get()),
                LangModel.types(type.annotations()),
                LangModel::isScope);
        config.removeAnnotation(carried -> carried.name().equals(Singleton.class.getName())
                || kinds.stream().anyMatch(kind -> kind.getName().equals(carried.name())));
        config.addAnnotation(Hosted.Literal.INSTANCE);
        config.addAnnotation(jakarta.enterprise.context.Dependent.Literal.INSTANCE);
    }

    /** Without the setting's word there is a check. The setting is read at build time, where there is one. */
    @Enhancement(types = Reporter.class, withSubtypes = true)
    public void dropHealthCheck(ClassConfig config) {
        if (!NodeSettings.read(Application.config(), new Faults()).health()) {
            config.removeAllAnnotations();
        }
    }

    /** Takes in enabled beans and the injection points of each. */
    @Registration(types = Object.class)
    public void collectBean(BeanInfo bean) {
        if (bean.isClassBean()) {
            actors.bean(bean.declaringClass().name());
        }
        for (InjectionPointInfo point : bean.injectionPoints()) {
            if (LangModel.concerns(point.type())) {
                List<AnnotationInfo> annotations = new ArrayList<>(point.qualifiers());
                annotations.addAll(point.declaration().annotations());
                collect(point.declaration(), LangModel.type(point), annotations);
            }
        }
    }

    /** Takes in the injection points of observer methods, which belong to no bean's list. */
    @Registration(types = Object.class)
    public void collectObserver(ObserverInfo observer) {
        if (observer.isSynthetic()) {
            return;
        }
        for (ParameterInfo parameter : observer.observerMethod().parameters()) {
            if (!parameter.equals(observer.eventParameter()) && LangModel.concerns(parameter.type())) {
                collect(parameter, LangModel.type(parameter.type()), parameter.annotations());
            }
        }
    }

    private void collect(DeclarationInfo place, Type type, Collection<AnnotationInfo> annotations) {
        Optional<Singleton> qualifier = annotation(annotations).map(LangModel::singleton);
        declarations.injectionPoint(Places.of(place), type, qualifier, LangModel.types(annotations));
    }

    /**
     * Checks all that was declared, and adds the beans of it.
     *
     * @throws dev.singleton.SingletonConfigurationException with every fault
     */
    @Synthesis
    public void checkAndAddBeans(SyntheticComponents components, Types types) {
        Faults faults = new Faults();
        actors.declare(declarations);
        DeclaredSingletons declared = DeclarationCheck.check(declarations, new CborMessageCodec(), faults);
        // Thrown, since messages may come out only after the container's own about beans that are missing then.
        faults.asException().ifPresent(fault -> {
            throw fault;
        });
        new BuiltBeans(components, types).add(declared);
    }

    private static Optional<AnnotationInfo> annotation(Collection<AnnotationInfo> annotations) {
        return annotations.stream()
                .filter(carried -> carried.name().equals(Singleton.class.getName()))
                .findFirst();
    }
}
