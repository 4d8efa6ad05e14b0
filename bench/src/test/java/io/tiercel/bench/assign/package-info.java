/**
 * How fast the exact solver is, beside OR-tools' min-cost flow and a dense Hungarian algorithm. Among the tests, so that the
 * peers come into nothing that users get.
 */
@NullMarked
package io.tiercel.bench.assign;

import org.jspecify.annotations.NullMarked;
