/** What all scenes of {@code tiercel demo} are played in: an embedded cluster with agents and a coordinator, and its settings. */
@NullMarked
package io.tiercel.demo.run;

import org.jspecify.annotations.NullMarked;
