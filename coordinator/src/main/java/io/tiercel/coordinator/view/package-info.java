/** The same state over HTTP: JSON for people and scripts, and metrics. */
@NullMarked
package io.tiercel.coordinator.view;

import org.jspecify.annotations.NullMarked;
