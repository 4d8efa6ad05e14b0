package io.tiercel.containers;

import io.tiercel.record.ReadPlace;

/**
 * A task and the container that it gets.
 *
 * @param container position of the container in the round
 * @param waiting position of the task in the round
 * @param reads where the task reads its input from, as far as is known
 */
public record Placement(int container, int waiting, ReadPlace reads) {}
