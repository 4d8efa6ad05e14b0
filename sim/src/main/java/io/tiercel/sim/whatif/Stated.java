package io.tiercel.sim.whatif;

import java.util.Optional;

/**
 * What the user says of a cluster, where an event log does not tell.
 *
 * @param devices where the input in HDFS lay, and how fast that is
 * @param isEven whether blocks are spread evenly over the nodes, so that every task could have run at its input. If they are not, a task ran
 *     away from its input because the nodes that have it were busy with others
 */
public record Stated(Optional<Assumptions> devices, boolean isEven) {
    public static final Stated NOTHING = new Stated(Optional.empty(), false);
}
