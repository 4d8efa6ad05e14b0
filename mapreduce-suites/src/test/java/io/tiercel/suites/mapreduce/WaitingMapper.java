package io.tiercel.suites.mapreduce;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Gives out what it reads, once a file is there that the job's keys name. */
public class WaitingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
    static final String AWAITED = "test.awaited";

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
        FileSystem fileSystem = FileSystem.get(context.getConfiguration());
        Path awaited = new Path(context.getConfiguration().get(AWAITED));
        while (!fileSystem.exists(awaited)) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
