package dev.singleton;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Random;
import java.util.UUID;

/** What the parts of the core may know of each other and of the world. */
@AnalyzeClasses(packages = "dev.singleton", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    /** The packages in which all that happens comes in by a call and goes out by a return value or a port. */
    private static final String[] PURE = {
        "dev.singleton.manager..", "dev.singleton.control..", "dev.singleton.proxy..", "dev.singleton.wire.."
    };

    private static final DescribedPredicate<JavaClass> TIME_BUT_NOT_DURATION =
            resideInAPackage("java.time..").and(not(nameMatching("java\\.time\\.Duration")));

    private static final DescribedPredicate<JavaClass> THE_WORLD = resideInAnyPackage(
                    "java.util.concurrent..",
                    "java.util.logging..",
                    "java.io..",
                    "java.net..",
                    "java.nio.channels..",
                    "java.nio.file..",
                    "java.sql..",
                    "java.lang.ref..")
            .or(belongToAnyOf(
                    System.class,
                    Runtime.class,
                    Process.class,
                    Thread.class,
                    ThreadGroup.class,
                    ThreadLocal.class,
                    Random.class))
            .or(nameMatching("java\\.util\\.(Timer|TimerTask|Date|Calendar|SplittableRandom)"))
            .or(TIME_BUT_NOT_DURATION)
            .as("threads, clocks, sockets, files, logs or chance");

    @ArchTest
    static final ArchRule the_pure_core_has_no_threads_clocks_sockets_logs_or_chance = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat(THE_WORLD)
            .because("the same code runs on a cluster and in a deterministic simulation");

    @ArchTest
    static final ArchRule the_pure_core_makes_no_random_identities = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callMethod(Math.class, "random")
            .because("one seed owns everything in the simulation");

    /** A synchronized block leaves no trace that this tool can see; waiting and notifying, and whole methods, do. */
    @ArchTest
    static final ArchRule the_pure_core_does_not_lock = methods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(PURE)
            .should()
            .notHaveModifier(JavaModifier.SYNCHRONIZED);

    @ArchTest
    static final ArchRule the_pure_core_does_not_wait = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .callMethod(Object.class, "wait")
            .orShould()
            .callMethod(Object.class, "wait", long.class)
            .orShould()
            .callMethod(Object.class, "notify")
            .orShould()
            .callMethod(Object.class, "notifyAll");

    @ArchTest
    static final ArchRule the_spi_knows_the_public_api_only = classes()
            .that()
            .resideInAPackage("dev.singleton.spi..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.singleton", "dev.singleton.spi..", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule the_lease_provider_of_the_core_knows_what_any_provider_knows = classes()
            .that()
            .resideInAPackage("dev.singleton.lease..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.singleton",
                    "dev.singleton.spi..",
                    "dev.singleton.lease..",
                    "java..",
                    "org.jspecify.annotations")
            .because("it is found by its name, as those that others write");

    @ArchTest
    static final ArchRule the_fence_knows_the_public_api_and_jdbc_only = classes()
            .that()
            .resideInAPackage("dev.singleton.fencing..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.singleton",
                    "dev.singleton.fencing..",
                    "java.lang..",
                    "java.sql..",
                    "javax.sql..",
                    "java.util..",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule jdbc_is_known_to_the_fence_only = noClasses()
            .that()
            .resideOutsideOfPackage("dev.singleton.fencing..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..")
            .because("who has no database need not have the module java.sql");

    @ArchTest
    static final ArchRule the_public_api_knows_nothing_below_it = classes()
            .that()
            .resideInAPackage("dev.singleton")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.singleton",
                    "java..",
                    "org.jspecify.annotations",
                    "jakarta.inject",
                    "jakarta.enterprise.util",
                    "jakarta.enterprise.inject");

    @ArchTest
    static final ArchRule the_core_knows_no_cluster_library = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.hazelcast..", "org.eclipse.microprofile..", "org.slf4j..");

    @ArchTest
    static final ArchRule only_the_qualifier_knows_jakarta = noClasses()
            .that(not(belongToAnyOf(Singleton.class)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta..");

    @ArchTest
    static final ArchRule and_of_jakarta_it_knows_three_annotations = noClasses()
            .should()
            .dependOnClassesThat(
                    resideInAPackage("jakarta..")
                            .and(
                                    not(
                                            nameMatching(
                                                    "jakarta\\.inject\\.Qualifier"
                                                            + "|jakarta\\.enterprise\\.util\\.Nonbinding|jakarta\\.enterprise\\.inject\\.Stereotype"))));

    @ArchTest
    static final ArchRule the_codec_is_known_to_the_node_only = noClasses()
            .that()
            .resideOutsideOfPackages("dev.singleton.codec..", "dev.singleton.node..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.singleton.codec..");

    @ArchTest
    static final ArchRule jackson_is_known_to_the_codec_only = noClasses()
            .that()
            .resideOutsideOfPackage("dev.singleton.codec..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml..");

    @ArchTest
    static final ArchRule the_node_is_known_to_nobody_in_the_core = noClasses()
            .that()
            .resideOutsideOfPackage("dev.singleton.node..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.singleton.node..");

    @ArchTest
    static final ArchRule packages_depend_in_one_direction =
            slices().matching("dev.singleton.(*)..").should().beFreeOfCycles();
}
