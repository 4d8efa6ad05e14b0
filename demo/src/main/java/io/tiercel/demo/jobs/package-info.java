/**
 * The application that {@code tiercel demo} submits: the jobs, run in a Spark driver of their own.
 *
 * <p>Only the JDK and what Spark itself brings is on its class path, and nothing else of this project.
 */
@NullMarked
package io.tiercel.demo.jobs;

import org.jspecify.annotations.NullMarked;
