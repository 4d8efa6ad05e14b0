@NullMarked
package io.tiercel.sim.storage;

import org.jspecify.annotations.NullMarked;
