package dev.singleton.it.liberty;

import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What the library costs at the start of a WAR, beside the same WAR without it: a measurement that asserts nothing and runs
 * with -Dmeasure.start-up=5 only, the number of runs. A run deploys, asks the resource until it answers, collects garbage,
 * looks at the memory, and undeploys; with the library the answer comes from the singleton.
 */
@ArquillianTest
@EnabledIfSystemProperty(named = "measure.start-up", matches = "\\d+")
class StartUpCostIT {

    private final int runs = Integer.getInteger("measure.start-up", 1);
    private final Http http = new Http(9191);

    private record Cost(long millis, long cpuMillis, long heapBytes, long residentBytes) {}

    @Test
    void ofAWarWithAndWithoutTheLibrary() throws Exception {
        WebArchive without = Wars.bare("without").addClasses(Rest.class, PlainResource.class);
        WebArchive with = Wars.settings(
                Wars.scheduler("with")
                        .addClasses(Rest.class, JobsResource.class, JobDesk.class, JobBean.class)
                        .addClass(JobWanted.class),
                Map.of("singleton.hazelcast.cluster-name", "start-up-cost"));
        try (Server n1 = Server.n1()) {
            System.out.println("Not counted: " + run(n1, without) + ", " + run(n1, with));
            Cost[] plain = new Cost[runs];
            Cost[] library = new Cost[runs];
            for (int run = 0; run < runs; run++) {
                plain[run] = run(n1, without);
                library[run] = run(n1, with);
            }
            tell("without the library", plain);
            tell("with the library", library);
        }
    }

    private Cost run(Server server, WebArchive war) throws Exception {
        long before = System.nanoTime();
        long cpuBefore = server.cpuMillis();
        server.deploy(war);
        String path = "/" + war.getName().replace(".war", "") + "/jobs";
        int unused = Await.until(() -> http.get(path).statusCode(), status -> status == 200);
        long millis = (System.nanoTime() - before) / 1_000_000;
        long cpuMillis = server.cpuMillis() - cpuBefore;
        Cost cost = new Cost(millis, cpuMillis, server.heapAfterCollection(), server.residentBytes());
        server.undeploy(war);
        return cost;
    }

    private static void tell(String what, Cost... costs) {
        System.out.printf(
                "Start-up %s, %d runs: ready after %s ms, processor time %s ms, heap %s MiB, resident %s MiB%n",
                what,
                costs.length,
                range(Stream.of(costs).mapToLong(Cost::millis)),
                range(Stream.of(costs).mapToLong(Cost::cpuMillis)),
                range(Stream.of(costs).mapToLong(cost -> cost.heapBytes() >> 20)),
                range(Stream.of(costs).mapToLong(cost -> cost.residentBytes() >> 20)));
    }

    private static String range(LongStream values) {
        long[] sorted = values.sorted().toArray();
        return sorted[sorted.length / 2] + " (" + sorted[0] + " to " + sorted[sorted.length - 1] + ")";
    }
}
