package io.tiercel.mapreduce;

import io.tiercel.record.ReadPlace;

/**
 * A map and the container that it gets.
 *
 * @param container position of the container in the round
 * @param waiting position of the map in the round
 * @param reads where the map reads its input from, as far as is known
 */
public record Placement(int container, int waiting, ReadPlace reads) {}
