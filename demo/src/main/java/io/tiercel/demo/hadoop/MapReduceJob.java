package io.tiercel.demo.hadoop;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.RegexMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/** A search for a pattern, counted, by Hadoop's own classes. */
final class MapReduceJob {
    /** Words of TPC-H's comments, which many lines have. */
    private static final String PATTERN = "(special|pending|express) (requests|deposits|packages)";

    private MapReduceJob() {}

    /** Submits the job, and returns when the ResourceManager has it. */
    static ApplicationId submit(ReplayJob replayed, String output, Map<String, String> keys)
            throws IOException, InterruptedException {
        Configuration conf = new Configuration();
        keys.forEach(conf::set);
        conf.set(RegexMapper.PATTERN, PATTERN);
        conf.setInt("yarn.app.mapreduce.am.resource.mb", HadoopScene.SMALL_MIB);
        conf.setInt("mapreduce.reduce.memory.mb", HadoopScene.SMALL_MIB);
        conf.setInt("mapreduce.map.memory.mb", HadoopScene.MAP_MIB);
        conf.setFloat("mapreduce.job.reduce.slowstart.completedmaps", 1);
        // A copy of a slow map would be a second reader of a slow disk.
        conf.setBoolean("mapreduce.map.speculative", false);
        conf.setBoolean("mapreduce.reduce.speculative", false);
        Job job = Job.getInstance(conf, replayed.name());
        job.setMapperClass(RegexMapper.class);
        job.setCombinerClass(LongSumReducer.class);
        job.setReducerClass(LongSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        FileInputFormat.addInputPath(job, new Path(replayed.input()));
        FileOutputFormat.setOutputPath(job, new Path(output));
        try {
            job.submit();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("Hadoop's own classes are missing", e);
        }
        return ApplicationId.fromString(job.getJobID().toString().replace("job", "application"));
    }
}
