package io.tiercel.tez;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.tez.dag.api.InputDescriptor;
import org.apache.tez.dag.api.InputInitializerDescriptor;
import org.apache.tez.dag.api.RootInputLeafOutput;
import org.apache.tez.dag.app.dag.DAG;
import org.apache.tez.dag.app.dag.Task;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.records.TezDAGID;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.apache.tez.dag.records.TezTaskID;
import org.apache.tez.dag.records.TezVertexID;
import org.apache.tez.runtime.api.events.InputDataInformationEvent;
import org.apache.tez.runtime.api.impl.EventMetaData;
import org.apache.tez.runtime.api.impl.EventMetaData.EventProducerConsumerType;
import org.apache.tez.runtime.api.impl.TezEvent;

/** A vertex of a DAG, as its application master has it: with root inputs, and tasks with the events of these. */
final class TezWorld {
    private static final TezDAGID DAG_ID = TezDAGID.getInstance(ApplicationId.newInstance(1, 1), 1);
    private static final TezVertexID VERTEX_ID = TezVertexID.getInstance(DAG_ID, 0);

    private final Configuration conf;
    private final Map<String, RootInputLeafOutput<InputDescriptor, InputInitializerDescriptor>> inputs =
            new LinkedHashMap<>();
    private final List<List<TezEvent>> events = new ArrayList<>();

    TezWorld(Configuration conf) {
        this.conf = conf;
    }

    TezWorld input(String name, Class<?> type) {
        inputs.put(name, new RootInputLeafOutput<>(name, InputDescriptor.create(type.getName()), null));
        return this;
    }

    /** Adds a task with one event of a root input. */
    TezWorld task(String input, InputDataInformationEvent event) {
        EventMetaData destination = new EventMetaData(EventProducerConsumerType.INPUT, "vertex", input, null);
        TezEvent sent = new TezEvent(event, null);
        sent.setDestinationInfo(destination);
        events.add(List.of(sent));
        return this;
    }

    Vertex vertex() {
        return proxy(Vertex.class, (method, arguments) -> switch (method) {
            case "getAdditionalInputs" -> inputs;
            case "getConf" -> conf;
            case "getTotalTasks" -> events.size();
            case "getVertexId" -> VERTEX_ID;
            case "getDAG" -> dag();
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private static DAG dag() {
        return proxy(DAG.class, (method, arguments) -> switch (method) {
            case "getID" -> DAG_ID;
            case "getDagUGI" -> UserGroupInformation.getCurrentUser();
            default -> throw new UnsupportedOperationException(method);
        });
    }

    TaskAttempt attempt(int number) {
        TezTaskID id = TezTaskID.getInstance(VERTEX_ID, number);
        Task task = proxy(Task.class, (method, arguments) -> switch (method) {
            case "getVertex" -> vertex();
            case "getTaskAttemptTezEvents" -> new ArrayList<>(events.get(number));
            default -> throw new UnsupportedOperationException(method);
        });
        return proxy(TaskAttempt.class, (method, arguments) -> switch (method) {
            case "getTask" -> task;
            case "getTaskAttemptID" -> TezTaskAttemptID.getInstance(id, 0);
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private interface Answers {
        Object of(String method, Object[] arguments) throws Exception;
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.of(method.getName(), arguments)));
    }
}
