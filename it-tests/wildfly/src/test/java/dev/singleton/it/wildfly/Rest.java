package dev.singleton.it.wildfly;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Switches JAX-RS on. */
@ApplicationPath("/")
public class Rest extends Application {}
