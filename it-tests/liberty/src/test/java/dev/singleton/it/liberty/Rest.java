package dev.singleton.it.liberty;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** All resources of an application, below its context root. */
@ApplicationPath("/")
public class Rest extends Application {}
