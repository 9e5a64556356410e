package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Singleton;
import dev.singleton.codec.CborMessageCodec;
import jakarta.enterprise.context.RequestScoped;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What an application declares")
class DeclarationCheckTest {

    private final Declarations declarations = new Declarations();
    private final Faults faults = new Faults();

    @Test
    void aClassAndItsHandlesAreOneSingleton() {
        actor(Declared.Jobs.class);
        sites("jobs", "instance", "provider");
        assertThat(check().all()).singleElement().satisfies(jobs -> {
            assertThat(jobs.name()).isEqualTo("jobs");
            assertThat(jobs.key().messageType()).isEqualTo(Declared.Job.class);
            assertThat(jobs.actor()).contains(Declared.Jobs.class);
            assertThat(jobs.handleType()).isEqualTo(field("jobs").getGenericType());
        });
        assertThat(faults.texts()).isEmpty();
    }

    @Test
    void withoutAClassItIsOnlyReferenced() {
        sites("jobs");
        assertThat(check().all())
                .singleElement()
                .satisfies(jobs -> assertThat(jobs.actor()).isEmpty());
        assertThat(faults.texts()).isEmpty();
    }

    @Test
    void whoLeavesTheRoleOutTakesTheClasss() {
        actor(Declared.Billing.class);
        sites("billing");
        assertThat(check().all())
                .singleElement()
                .satisfies(billing -> assertThat(billing.key().role()).isEqualTo("backend"));
        assertThat(faults.texts()).isEmpty();
    }

    @Test
    void whatTheApplicationSelectsOrProducesItselfIsItsOwnAffair() {
        sites("selects", "mine", "somebodysActor");
        assertThat(check().all()).isEmpty();
        assertThat(faults.texts()).isEmpty();
    }

    @Test
    void twoClassesForOneNameAreBothNamed() {
        actor(Declared.Jobs.class);
        actor(Declared.OtherJobs.class);
        assertFault(
                "class " + Declared.Jobs.class.getName() + " and class " + Declared.OtherJobs.class.getName(),
                "another name");
    }

    @Test
    void aClassThatIsNoActorIsToldWhatToImplement() {
        actor(Declared.NoActor.class);
        assertFault(Declared.NoActor.class.getName(), "does not implement dev.singleton.SingletonActor");
    }

    @Test
    void anActorMustSayItsMessageType() {
        actor(Declared.OpenActor.class);
        assertFault(Declared.OpenActor.class.getName(), "does not say of which type its messages are");
    }

    @Test
    void anAbstractClassCannotRun() {
        actor(Declared.AbstractActor.class);
        assertFault(Declared.AbstractActor.class.getName(), "is abstract", "move the annotation");
    }

    @Test
    void badNamesAndBlankRolesSayTheirRule() {
        actor(Declared.BadName.class);
        actor(Declared.BlankRole.class);
        sites("badName");
        check();
        assertThat(faults.texts())
                .hasSize(3)
                .anySatisfy(text ->
                        assertThat(text).contains(Declared.BadName.class.getName(), "'Bad_Name'", "[a-z][a-z0-9-]*"))
                .anySatisfy(text -> assertThat(text).contains(Declared.BlankRole.class.getName(), "role", "blank"))
                .anySatisfy(text -> assertThat(text).contains("badName", "'9lives'"));
    }

    @Test
    void aScopeOnAnActorMakesNoSense() {
        declarations.actorClass(
                Declared.Jobs.class, declared(Declared.Jobs.class), List.of(RequestScoped.class), Optional.empty());
        assertFault(Declared.Jobs.class.getName(), "@jakarta.enterprise.context.RequestScoped", "remove");
    }

    @Test
    void aClassThatIsNoBeanSaysWhy() {
        declarations.actorClass(
                Declared.Jobs.class, declared(Declared.Jobs.class), List.of(), Optional.of("is an inner class"));
        assertFault(Declared.Jobs.class.getName(), "is an inner class");
    }

    @Test
    void disagreeingMessageTypesNameBothPlacesAndTheMend() {
        actor(Declared.Jobs.class);
        sites("mails");
        assertFault(
                Declared.Jobs.class.getName(),
                "mails",
                Declared.Mail.class.getCanonicalName(),
                "make the injection point Proxy<");
    }

    @Test
    void disagreeingRolesNameBoth() {
        actor(Declared.Billing.class);
        sites("frontBilling");
        assertFault("roles of singleton 'billing' disagree", "'backend'", "'front'");
    }

    @Test
    void rawAndOpenHandlesAreToldToNameTheirType() {
        sites("raw", "open", "wildcard");
        check();
        assertThat(faults.texts())
                .hasSize(3)
                .anySatisfy(text -> assertThat(text).contains("raw", "write Proxy<M>"))
                .anySatisfy(text -> assertThat(text).contains("open", "leaves the message type open"))
                .anySatisfy(text -> assertThat(text).contains("wildcard", "leaves the message type open"));
    }

    @Test
    void aHandleWithoutANameAsksForOne() {
        sites("unnamed", "unnamedInstance");
        check();
        assertThat(faults.texts())
                .hasSize(2)
                .allSatisfy(text -> assertThat(text).contains("names no singleton", "@dev.singleton.Singleton"))
                .anySatisfy(text -> assertThat(text).contains("unnamedInstance", "select(Singleton.Literal.of("));
    }

    @Test
    void theWrongSingletonIsToldTheRightImport() {
        sites("wrongImport");
        assertFault("wrongImport", "@jakarta.inject.Singleton", "import dev.singleton.Singleton");
    }

    @Test
    void anActorCannotBeInjected() {
        actor(Declared.Jobs.class);
        sites("actor", "actorByName");
        check();
        assertThat(faults.texts())
                .hasSize(2)
                .allSatisfy(text ->
                        assertThat(text).contains("lives on one node only", "inject @Singleton(\"jobs\") Proxy<"));
    }

    @Test
    void aMessageThatCannotTravelNamesWhoDeclaresIt() {
        actor(Declared.Sends.class);
        assertFault("singleton 'unsendable'", Declared.Sends.class.getName(), "java.lang.Thread");
    }

    @Test
    void allFaultsComeInOneException() {
        actor(Declared.NoActor.class);
        sites("raw", "unnamed");
        check();
        assertThat(faults.asException().orElseThrow())
                .hasMessageContainingAll("3 faults", "1. class", "2. Injection point", "3. Injection point");
    }

    private void assertFault(String... parts) {
        check();
        assertThat(faults.texts())
                .singleElement()
                .satisfies(text -> assertThat(text).contains(parts));
    }

    private DeclaredSingletons check() {
        return DeclarationCheck.check(declarations, new CborMessageCodec(), faults);
    }

    private void actor(Class<?> type) {
        declarations.actorClass(type, declared(type), List.of(), Optional.empty());
    }

    private static Singleton declared(Class<?> type) {
        return type.getAnnotation(Singleton.class);
    }

    private void sites(String... fields) {
        for (String name : fields) {
            Field field = field(name);
            List<Annotation> annotations = List.of(field.getAnnotations());
            declarations.injectionPoint("Holder." + name, field.getGenericType(), annotations);
        }
    }

    private static Field field(String name) {
        try {
            return Declared.Holder.class.getDeclaredField(name);
        } catch (NoSuchFieldException unknown) {
            throw new IllegalArgumentException(unknown);
        }
    }
}
