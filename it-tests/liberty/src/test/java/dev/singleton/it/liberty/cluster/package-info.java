/**
 * Three Open Liberty servers, one cluster. A part of these classes is the application under test ({@link
 * dev.singleton.it.liberty.cluster.Desk} is its door), which notes what it does in files that outlive it; the other part is
 * the test, which commands the servers as an operator does ({@link dev.singleton.it.liberty.cluster.Servers}) and reads the
 * notes ({@link dev.singleton.it.liberty.cluster.Story}).
 */
@NullMarked
package dev.singleton.it.liberty.cluster;

import org.jspecify.annotations.NullMarked;
