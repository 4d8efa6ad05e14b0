/** For tests that hold our jars against engines' own suites: swaps classes, runs a suite, and lists what a jar holds. */
@NullMarked
package io.tiercel.testkit.suites;

import org.jspecify.annotations.NullMarked;
