package dev.singleton.it.liberty.cluster;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.it.liberty.cluster.Signal.HowMany;
import dev.singleton.it.liberty.cluster.Signal.Tally;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** The application over HTTP; answers are plain text. */
@Path("")
public class Desk {

    @Inject
    Traffic traffic;

    @GET
    @Path("life")
    public String life() {
        return NoteBook.HERE.life();
    }

    /** The own id of each Hazelcast member here, and how many members it sees. */
    @GET
    @Path("member")
    public String member() {
        return Hazelcast.getAllHazelcastInstances().stream().map(Desk::describe).collect(Collectors.joining(","));
    }

    private static String describe(HazelcastInstance member) {
        return member.getCluster().getLocalMember().getUuid() + " "
                + member.getCluster().getMembers().size();
    }

    @POST
    @Path("{singleton}/messages")
    public void tell(@PathParam("singleton") String singleton) {
        traffic.tell(singleton);
    }

    /** Which life of a node hosts, and how many messages the instance has handled. */
    @GET
    @Path("{singleton}/tally")
    public CompletionStage<String> ask(@PathParam("singleton") String singleton) {
        return traffic.proxy(singleton)
                .ask(new HowMany(), Tally.class)
                .thenApply(tally -> tally.host() + " " + tally.handled());
    }

    /** So many messages a second from now on; with 0, returns when the last one is told. */
    @POST
    @Path("{singleton}/traffic")
    public void traffic(@PathParam("singleton") String singleton, @QueryParam("rate") int perSecond) {
        traffic.end(singleton);
        if (perSecond > 0) {
            traffic.begin(singleton, perSecond);
        }
    }
}
