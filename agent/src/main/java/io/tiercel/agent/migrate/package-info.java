@NullMarked
package io.tiercel.agent.migrate;

import org.jspecify.annotations.NullMarked;
