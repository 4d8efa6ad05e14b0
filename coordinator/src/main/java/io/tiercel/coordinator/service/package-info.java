/** The public contract over what the coordinator knows: translates, and sends. */
@NullMarked
package io.tiercel.coordinator.service;

import org.jspecify.annotations.NullMarked;
