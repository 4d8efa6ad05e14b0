/** The scene {@code advice}: what {@code tiercel advise} says of applications' event logs, and what its lines gain when they are added. */
@NullMarked
package io.tiercel.demo.advice;

import org.jspecify.annotations.NullMarked;
