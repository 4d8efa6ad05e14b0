package io.tiercel.tez;

import io.tiercel.containers.StageScheduler;
import io.tiercel.hdfs.locate.FileRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.records.TezTaskAttemptID;

/** The tasks of one vertex with root inputs. Their input is looked up in batches: Tez requests one task at a time. */
final class VertexTasks {
    private static final Duration BATCH = Duration.ofMillis(20);

    private final StageScheduler stage;
    private final RootInputFiles files;
    private List<TaskAttempt> unread = new ArrayList<>();

    /** By task: the attempt that the policy has placed. */
    private final Map<Integer, TezTaskAttemptID> placed = new HashMap<>();

    VertexTasks(Vertex vertex, StageScheduler stage) {
        this.stage = stage;
        this.files = RootInputFiles.of(vertex);
    }

    StageScheduler stage() {
        return stage;
    }

    static int task(TaskAttempt attempt) {
        return attempt.getTaskAttemptID().getTaskID().getId();
    }

    /** Attempts that Tez places by itself are not seen. */
    void placed(TaskAttempt attempt) {
        placed.put(task(attempt), attempt.getTaskAttemptID());
    }

    /** Whether the policy has placed this very attempt of its task, and no later one. */
    boolean hasPlaced(TaskAttempt attempt) {
        return attempt.getTaskAttemptID().equals(placed.get(task(attempt)));
    }

    boolean knows(TaskAttempt attempt) {
        return stage.knowsInput(task(attempt));
    }

    void requested(TaskAttempt attempt) {
        if (knows(attempt)) {
            return;
        }
        synchronized (this) {
            unread.add(attempt);
            if (unread.size() > 1) {
                return; // They are about to be read.
            }
        }
        stage.read(this::read, BATCH);
    }

    private SortedMap<Integer, List<FileRange>> read() {
        List<TaskAttempt> batch;
        synchronized (this) {
            batch = unread;
            unread = new ArrayList<>();
        }
        SortedMap<Integer, List<FileRange>> read = new TreeMap<>();
        for (TaskAttempt attempt : batch) {
            read.put(task(attempt), files.read(attempt));
        }
        return read;
    }
}
