/** Talks to the coordinator: sessions, reports, retries, and all that the agent holds under its lease. */
@NullMarked
package io.tiercel.agent.session;

import org.jspecify.annotations.NullMarked;
