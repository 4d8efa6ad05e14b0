package io.tiercel.tez;

import io.tiercel.containers.Placement;
import java.util.List;
import java.util.function.Predicate;

/** Decides which waiting tasks get which containers. Tasks are the objects that Tez' scheduler has for them. Thread-safe. */
public interface TaskPlanner extends AutoCloseable {
    /**
     * A task that waits for a container.
     *
     * @param hosts where it prefers to run, as its request says
     */
    record Waiting(Object task, List<String> hosts) {}

    /** A task asks for a container; its input is looked up in the background. */
    void requested(Object task);

    /** Waits until it is known what the tasks that have asked read, and where that lies, as long as the DAG's time budget lasts. */
    void awaitInput();

    /** Whether it is known which files a task reads. Others are left to Tez. */
    boolean knows(Object task);

    /**
     * Decides for free containers.
     *
     * @param containers the host of each, all alike
     * @param waiting tasks of one vertex that fit into such a container, and are known
     * @param accepted whether a placement is carried out
     */
    List<Placement> round(List<String> containers, List<Waiting> waiting, Predicate<Placement> accepted);

    /** Whether {@link #round} is to be called for the tasks of a vertex even without containers. */
    boolean hasUnrequestedInput(int vertex);

    /** A task has read its input. */
    void succeeded(Object task);

    /** An attempt of a task has ended otherwise, and reads no more. Those that the planner has not placed do not count. */
    void failed(Object task);

    /** The DAG that runs has ended. */
    void dagComplete();

    /** Ends what runs in the background, and gives back what the DAG refers to. */
    @Override
    void close();
}
