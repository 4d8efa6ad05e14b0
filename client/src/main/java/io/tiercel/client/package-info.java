/**
 * Client of the coordinator: hints, leases, residency. Nothing here throws because the coordinator is absent, slow or wrong: every
 * call ends, within its deadline, in an {@link io.tiercel.client.Answer}.
 */
@NullMarked
package io.tiercel.client;

import org.jspecify.annotations.NullMarked;
