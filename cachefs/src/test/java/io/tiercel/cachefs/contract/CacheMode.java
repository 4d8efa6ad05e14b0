package io.tiercel.cachefs.contract;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.TestServer;
import io.tiercel.cachefs.s3a.CachingStreamFactory;
import io.tiercel.testkit.s3.S3Server;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractBondedFSContract;

/** Caches that Hadoop's suites run over. */
enum CacheMode {
    /** Every test has its own. */
    COLD("64m", "64k"),
    /** All tests share one: files of the same name and content are there from the second test on. */
    WARM("64m", "64k"),
    /** Smaller than the suites' files, so that pages go while they are read. */
    THRASHING("64k", "4k"),
    /** With each file that is opened, half of it comes in, and then the directory goes: until the next one is opened. */
    SWITCHED_OFF("64m", "4k"),
    /** As thrashing, over S3A's stream for tables. All other modes are over the classic one. */
    ANALYTICS("64k", "4k"),
    /** S3A alone: whether a suite passes over this server at all. */
    NONE("64m", "64k");

    private static final String TEST_DIRECTORY = "tiercel.test.contract.directory";

    private static final AtomicInteger TESTS = new AtomicInteger();

    private final String budget;
    private final String page;

    CacheMode(String budget, String page) {
        this.budget = budget;
        this.page = page;
    }

    Configuration configure(Configuration conf, Object test) {
        S3Server.hadoopKeys(TestServer.get().port()).forEach(conf::set);
        conf.setBoolean("fs.s3a.impl.disable.cache", true);
        conf.set(TEST_DIRECTORY, directory(test.getClass().getSimpleName()));
        // A request that this server cannot answer fails at once.
        conf.setInt("fs.s3a.attempts.maximum", 1);
        conf.setInt("fs.s3a.retry.limit", 1);
        conf.set("fs.s3a.retry.interval", "10ms");
        if (this == NONE) {
            return conf;
        }
        Class<?> factory = this == SWITCHED_OFF ? SwitchedOffStreamFactory.class : CachingStreamFactory.class;
        conf.set("fs.s3a.input.stream.type", "custom");
        conf.set("fs.s3a.input.stream.custom.factory", factory.getName());
        String owner = this == WARM ? "" : test.getClass().getSimpleName() + System.identityHashCode(test);
        conf.set(
                CacheKeys.DIRECTORY.name(),
                TestServer.DIRECTORY.resolve(name() + owner).toString());
        conf.set(CacheKeys.BUDGET.name(), budget);
        conf.set(CacheKeys.PAGE.name(), page);
        conf.set(CacheKeys.STREAM.name(), this == ANALYTICS ? CacheKeys.ANALYTICS : CacheKeys.CLASSIC);
        return conf;
    }

    /**
     * Tests look at all that is in their directory, and the server sometimes still lists one that was deleted. So each test has its own. Warm
     * caches need the same names again.
     */
    private String directory(String suite) {
        return this == WARM ? suite : suite + "-" + TESTS.incrementAndGet();
    }

    /** Of S3A. */
    static final class Contract extends AbstractBondedFSContract {
        Contract(Configuration conf) {
            super(conf);
            addConfResource("contract/s3a.xml");
        }

        @Override
        public String getScheme() {
            return "s3a";
        }

        @Override
        public org.apache.hadoop.fs.Path getTestPath() {
            return new org.apache.hadoop.fs.Path("/" + getConf().get(TEST_DIRECTORY));
        }
    }
}
