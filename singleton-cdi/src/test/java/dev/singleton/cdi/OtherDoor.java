package dev.singleton.cdi;

import dev.singleton.Singleton;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Discovery;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.MetaAnnotations;
import jakarta.enterprise.inject.build.compatible.spi.ObserverInfo;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.ScannedClasses;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.inject.build.compatible.spi.Types;

/**
 * The build compatible extension for a container that would skip it: Weld looks at the annotations of this class and at its
 * own methods only. That they carry what the real ones carry is tested.
 */
public final class OtherDoor extends SingletonBuildExtension {

    @Override
    @Discovery
    public void addStarter(ScannedClasses classes, MetaAnnotations annotations) {
        super.addStarter(classes, annotations);
    }

    @Override
    @Enhancement(types = Object.class, withSubtypes = true, withAnnotations = Singleton.class)
    public void collectActors(ClassConfig config) {
        super.collectActors(config);
    }

    @Override
    @Enhancement(types = Reporter.class, withSubtypes = true)
    public void dropHealthCheck(ClassConfig config) {
        super.dropHealthCheck(config);
    }

    @Override
    @Registration(types = Object.class)
    public void collectBean(BeanInfo bean) {
        super.collectBean(bean);
    }

    @Override
    @Registration(types = Object.class)
    public void collectObserver(ObserverInfo observer) {
        super.collectObserver(observer);
    }

    @Override
    @Synthesis
    public void checkAndAddBeans(SyntheticComponents components, Types types) {
        super.checkAndAddBeans(components, types);
    }
}
