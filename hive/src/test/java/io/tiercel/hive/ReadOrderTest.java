package io.tiercel.hive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.ConditionalTask;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.exec.mr.MapRedTask;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.MapredWork;
import org.apache.hadoop.hive.ql.plan.ReduceWork;
import org.apache.hadoop.hive.ql.plan.TezEdgeProperty;
import org.apache.hadoop.hive.ql.plan.TezEdgeProperty.EdgeType;
import org.apache.hadoop.hive.ql.plan.TezWork;
import org.junit.jupiter.api.Test;

final class ReadOrderTest {
    private static int stages;

    private static MapWork map(String name, String... paths) {
        MapWork work = new MapWork(name);
        for (String path : paths) {
            work.addPathToAlias(new Path(path), "alias");
        }
        return work;
    }

    private static void connect(TezWork work, BaseWork from, BaseWork to) {
        work.add(from);
        work.add(to);
        work.connect(from, to, new TezEdgeProperty(EdgeType.BROADCAST_EDGE));
    }

    /** Hive compares tasks by their ids. */
    private static Task<?> named(Task<?> task) {
        task.setId("Stage-" + stages++);
        return task;
    }

    private static Task<?> tez(TezWork work) {
        TezTask task = new TezTask();
        task.setWork(work);
        return named(task);
    }

    private static Task<?> mapReduce(String... paths) {
        MapredWork work = new MapredWork();
        work.setMapWork(map("map", paths));
        MapRedTask task = new MapRedTask();
        task.setWork(work);
        return named(task);
    }

    private static List<List<Path>> paths(List<List<String>> steps) {
        return steps.stream().map(step -> step.stream().map(Path::new).toList()).toList();
    }

    @Test
    void verticesComeAfterThoseThatTheyWaitFor() {
        TezWork work = new TezWork("query");
        MapWork small = map("Map 3", "/small");
        MapWork large = map("Map 1", "/large/d=1", "/large/d=2");
        ReduceWork reduce = new ReduceWork("Reducer 2");
        MapWork last = map("Map 4", "/last", "/small");
        connect(work, small, large);
        connect(work, large, reduce);
        connect(work, reduce, last);

        List<List<Path>> order = ReadOrder.of(List.of(tez(work)));

        assertThat(order.get(0)).isEqualTo(paths(List.of(List.of("/small"))).get(0));
        assertThat(Set.copyOf(order.get(1))).isEqualTo(Set.of(new Path("/large/d=1"), new Path("/large/d=2")));
        assertThat(order.subList(2, order.size())).isEqualTo(paths(List.of(List.of("/last"))));
    }

    @Test
    void tasksComeOneAfterTheOther() {
        Task<?> first = mapReduce("/first");
        Task<?> alternative = mapReduce("/joined");
        ConditionalTask condition = new ConditionalTask();
        named(condition);
        condition.setListTasks(List.of(alternative, mapReduce("/joined")));
        first.setChildTasks(new ArrayList<>(List.of(condition)));
        TezWork work = new TezWork("query");
        work.add(map("Map 1", "/last", "/first"));
        alternative.setChildTasks(new ArrayList<>(List.of(tez(work))));

        assertThat(ReadOrder.of(List.of(first)))
                .isEqualTo(paths(List.of(List.of("/first"), List.of("/joined"), List.of("/last"))));
    }

    @Test
    void aQueryWithoutTasksReadsNothing() {
        assertThat(ReadOrder.of(List.of())).isEmpty();
    }
}
