package io.tiercel.tez;

import io.tiercel.containers.SplitFiles;
import io.tiercel.hdfs.locate.FileRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.mapreduce.hadoop.MRInputHelpers;
import org.apache.tez.mapreduce.input.MRInput;
import org.apache.tez.mapreduce.input.MRInputLegacy;
import org.apache.tez.mapreduce.input.MultiMRInput;
import org.apache.tez.mapreduce.protos.MRRuntimeProtos.MRSplitProto;
import org.apache.tez.runtime.api.events.InputDataInformationEvent;
import org.apache.tez.runtime.api.impl.TezEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from the events of a vertex' root inputs which parts of files its tasks read. A group of splits names one host, so the splits
 * that it wraps count. Other splits than those of files are left alone. Protocol buffers' classes must not be named here: the jar brings its
 * own under another name.
 */
final class RootInputFiles {
    private static final Logger LOG = LoggerFactory.getLogger(RootInputFiles.class);
    private static final Set<String> OF_SPLITS =
            Set.of(MRInput.class.getName(), MRInputLegacy.class.getName(), MultiMRInput.class.getName());

    private final Set<String> inputs = new HashSet<>();
    private final JobConf conf;
    private final SerializationFactory serializations;

    private RootInputFiles(Configuration conf) {
        this.conf = new JobConf(conf);
        this.serializations = new SerializationFactory(this.conf);
    }

    static RootInputFiles of(Vertex vertex) {
        RootInputFiles files = new RootInputFiles(vertex.getConf());
        vertex.getAdditionalInputs().forEach((name, input) -> {
            if (OF_SPLITS.contains(input.getIODescriptor().getClassName())) {
                files.inputs.add(name);
            }
        });
        return files;
    }

    /** Whether a vertex has root inputs. */
    static boolean has(Vertex vertex) {
        return vertex.getAdditionalInputs() != null
                && !vertex.getAdditionalInputs().isEmpty();
    }

    /** The parts of files that a task reads; empty if one of its splits does not say. */
    List<FileRange> read(TaskAttempt attempt) {
        List<FileRange> ranges = new ArrayList<>();
        for (TezEvent event : attempt.getTask().getTaskAttemptTezEvents(attempt.getTaskAttemptID(), 0, 1 << 20)) {
            if (event.getEvent() instanceof InputDataInformationEvent information) {
                List<FileRange> some =
                        inputs.contains(event.getDestinationInfo().getEdgeVertexName()) ? read(information) : List.of();
                if (some.isEmpty()) {
                    return List.of();
                }
                ranges.addAll(some);
            }
        }
        return ranges;
    }

    /** The parts of files that the split of an event reads; empty if it does not say, or the master does not have its class. */
    private List<FileRange> read(InputDataInformationEvent information) {
        Object split = information.getDeserializedUserPayload();
        try {
            return split == null ? read(proto(information)) : ranges(split);
        } catch (ClassNotFoundException | IOException | RuntimeException | LinkageError e) {
            LOG.debug("A split cannot be read: {}", e.toString());
            return List.of();
        }
    }

    /** Not by Tez' own helper: if the split is in a file, it deletes the file, which the task is yet to read. */
    private MRSplitProto proto(InputDataInformationEvent information) throws IOException {
        String file = information.getSerializedPath();
        if (file == null || file.isEmpty()) {
            ByteBuffer payload = information.getUserPayload().duplicate();
            byte[] bytes = new byte[payload.remaining()];
            payload.get(bytes);
            return MRSplitProto.parseFrom(bytes);
        }
        Path path = new Path(file);
        try (InputStream in = path.getFileSystem(conf).open(path)) {
            return MRSplitProto.parseFrom(in);
        }
    }

    private List<FileRange> read(MRSplitProto proto) throws ClassNotFoundException, IOException {
        Class<?> type = Class.forName(proto.getSplitClassName());
        if (!isGroup(type) && !SplitFiles.isOfFiles(type)) {
            return List.of();
        }
        return ranges(
                InputSplit.class.isAssignableFrom(type)
                        ? MRInputHelpers.createNewFormatSplitFromUserPayload(proto, serializations)
                        : MRInputHelpers.createOldFormatSplitFromUserPayload(proto, serializations));
    }

    private static boolean isGroup(Class<?> type) {
        return type == org.apache.hadoop.mapreduce.split.TezGroupedSplit.class
                || type == org.apache.hadoop.mapred.split.TezGroupedSplit.class;
    }

    private static List<FileRange> ranges(Object split) {
        if (split instanceof org.apache.hadoop.mapreduce.split.TezGroupedSplit group) {
            return rangesOfAll(group.getGroupedSplits());
        }
        if (split instanceof org.apache.hadoop.mapred.split.TezGroupedSplit group) {
            return rangesOfAll(group.getGroupedSplits());
        }
        return SplitFiles.ranges(split);
    }

    private static List<FileRange> rangesOfAll(List<?> wrapped) {
        List<FileRange> all = new ArrayList<>();
        for (Object split : wrapped) {
            List<FileRange> some = SplitFiles.ranges(split);
            if (some.isEmpty()) {
                return List.of();
            }
            all.addAll(some);
        }
        return all;
    }
}
