package io.tiercel.mapreduce;

import io.tiercel.containers.Placement;
import io.tiercel.containers.WaitingTask;
import java.util.Collection;
import java.util.List;

/** Decides which waiting maps get which containers. The allocator's thread calls it. */
public interface MapPlanner extends AutoCloseable {
    /** Whether {@link #statePreferences} is to be called before the next heartbeat. */
    boolean prefersContainers();

    /**
     * The next heartbeat asks for containers for these maps. Second attempts of running maps are asked for too, and have no preference.
     *
     * @param priority of their requests, as YARN has it
     */
    void statePreferences(int priority, List<WaitingTask> waiting);

    /** Whether the next round requests input of the maps that wait, also if there is no container for them. */
    boolean hasUnrequestedInput();

    /**
     * Decides for the containers of one heartbeat; called if there are any, or {@link #hasUnrequestedInput}. Containers without a map are
     * Hadoop's to assign.
     *
     * @param containers the host of each, all alike
     * @param waiting all maps that wait for such a container
     * @param most how many maps may get one
     */
    List<Placement> round(List<String> containers, List<WaitingTask> waiting, int most);

    /** Attempts of maps have ended, by the maps' numbers, and no other attempt of them runs. They may have failed. */
    void stopped(Collection<Integer> maps);

    /** Maps have succeeded, by their numbers. */
    void finished(Collection<Integer> maps);

    /** Ends what runs in the background, and gives back what the job refers to. */
    @Override
    void close();
}
