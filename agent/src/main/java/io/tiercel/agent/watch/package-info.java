@NullMarked
package io.tiercel.agent.watch;

import org.jspecify.annotations.NullMarked;
