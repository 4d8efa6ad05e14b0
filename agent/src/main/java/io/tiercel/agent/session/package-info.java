@NullMarked
package io.tiercel.agent.session;

import org.jspecify.annotations.NullMarked;
