package io.tiercel.demo.jobs;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.scheduler.TaskInfo;

/**
 * When a job's tasks ran, by the driver's wall clock, in seconds since the job's call. Failed attempts do not count.
 *
 * @param first launch of the first task
 * @param last end of the last task
 * @param busy slot-seconds from launches to ends, over all tasks
 * @param mostOfANode tasks of the node that ran most
 */
public record JobTimeline(double first, double last, double busy, int mostOfANode) {
    private static final JobTimeline NONE = new JobTimeline(0, 0, 0, 0);

    /** @param callMillis the job's call, by the driver's wall clock */
    static JobTimeline of(Collection<TaskInfo> attempts, long callMillis) {
        List<TaskInfo> tasks = attempts.stream().filter(TaskInfo::successful).toList();
        if (tasks.isEmpty()) {
            return NONE;
        }
        long first = tasks.stream().mapToLong(TaskInfo::launchTime).min().orElseThrow();
        long last = tasks.stream().mapToLong(TaskInfo::finishTime).max().orElseThrow();
        long busy = tasks.stream()
                .mapToLong(task -> task.finishTime() - task.launchTime())
                .sum();
        long most =
                tasks.stream().collect(Collectors.groupingBy(TaskInfo::host, Collectors.counting())).values().stream()
                        .max(Comparator.naturalOrder())
                        .orElseThrow();
        return new JobTimeline((first - callMillis) / 1e3, (last - callMillis) / 1e3, busy / 1e3, (int) most);
    }
}
