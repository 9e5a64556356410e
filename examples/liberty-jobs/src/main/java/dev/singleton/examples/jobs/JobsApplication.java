package dev.singleton.examples.jobs;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Switches JAX-RS on; it finds the resources by itself. */
@ApplicationPath("/")
public class JobsApplication extends Application {}
