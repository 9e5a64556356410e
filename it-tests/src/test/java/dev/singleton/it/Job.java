package dev.singleton.it;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of the table {@code job}, for JPA. */
@Entity
@Table(name = "job")
public class Job {

    @Id
    private String id = "";

    @Column(nullable = false)
    private String state = "NEW";

    /** For JPA. */
    protected Job() {}

    Job(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }

    String state() {
        return state;
    }

    void finish(String by) {
        state = "DONE by " + by;
    }
}
