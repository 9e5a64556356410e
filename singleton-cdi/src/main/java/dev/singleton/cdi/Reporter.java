package dev.singleton.cdi;

/** Marks the bean that reports health, so that the extension can take it out without knowing its class. */
interface Reporter {}
