package io.tiercel.testkit.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the build has put what daemons run on. The root of the source tree is the system property
 * {@value #HOME_PROPERTY}; HDFS daemons run on unshaded Hadoop, Spark's on the shaded client, and the two never meet.
 *
 * @param home root of the source tree
 * @param hdfsList file with the list of the jars of HDFS' daemons
 */
public record ClassPaths(Path home, Path hdfsList) {
    static final String HOME_PROPERTY = "tiercel.home";
    static final String OTHER_HDFS_PROPERTY = "tiercel.testkit.hdfs.classpath";

    public static ClassPaths ofThisBuild() {
        String home = System.getProperty(HOME_PROPERTY);
        if (home == null) {
            throw new ClusterException(
                    "the system property " + HOME_PROPERTY + " must name the root of Tiercel's source tree");
        }
        return ofTree(Path.of(home).toAbsolutePath());
    }

    /** The system property {@value #OTHER_HDFS_PROPERTY} names the list of another version of HDFS. */
    static ClassPaths ofTree(Path home) {
        String other = System.getProperty(OTHER_HDFS_PROPERTY);
        return new ClassPaths(home, other == null ? home.resolve("testkit-hdfs/target/classpath.txt") : Path.of(other));
    }

    /** The same with another version of HDFS' daemons. */
    public ClassPaths withHdfs(Path list) {
        return new ClassPaths(home, list);
    }

    /** Where clusters without a directory of their own are kept while they run; on disk, which /tmp often is not. */
    public Path clusters() {
        return home.resolve("testkit/target/clusters");
    }

    /** Classes of testkit-hdfs: what runs inside every daemon. */
    public Path daemonClasses() {
        return existing(home.resolve("testkit-hdfs/target/classes"));
    }

    /** Jars of HDFS' daemons. */
    public List<String> hdfs() {
        return entries(hdfsList);
    }

    public List<String> yarn() {
        return entries(home.resolve("testkit-yarn/target/classpath.txt"));
    }

    /** Jars of an embedded Hive. */
    public List<String> hive() {
        return entries(home.resolve("testkit-hive/target/classpath.txt"));
    }

    /** Classes of testkit-hive: what runs inside an embedded Hive. */
    public Path hiveClasses() {
        return existing(home.resolve("testkit-hive/target/classes"));
    }

    /** Jars of Spark's daemons, executors and drivers. */
    public List<String> spark() {
        return entries(home.resolve("testkit/target/spark-classpath.txt"));
    }

    /** Archive of the classes that HDFS' daemons load. */
    public ClassArchive hdfsArchive() {
        return ClassArchive.of("hdfs", hdfs(), "org.apache.hadoop.hdfs.server.datanode.DataNode");
    }

    /** Archive of the classes that YARN's daemons load. */
    public ClassArchive yarnArchive() {
        return ClassArchive.of("yarn", yarn(), "org.apache.hadoop.yarn.server.nodemanager.NodeManager");
    }

    /** Archive of the classes that Spark's daemons, executors and drivers load. */
    public ClassArchive sparkArchive() {
        return ClassArchive.of("spark", spark(), "org.apache.spark.executor.Executor");
    }

    /** Options with which Spark and Hadoop run on this JDK, as the build declares them. */
    static List<String> jdkOptions() {
        try (InputStream in = ClassPaths.class.getResourceAsStream("jdk.options")) {
            return List.of(
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).trim().split("\\s+"));
        } catch (IOException e) {
            throw new ClusterException("cannot read the JDK options of this build: " + e.getMessage(), e);
        }
    }

    private static List<String> entries(Path list) {
        try {
            return List.of(Files.readString(existing(list)).trim().split(File.pathSeparator));
        } catch (IOException e) {
            throw new ClusterException("cannot read " + list + ": " + e.getMessage(), e);
        }
    }

    private static Path existing(Path path) {
        if (!Files.exists(path)) {
            throw new ClusterException(path
                    + " is missing; build it with ./mvnw -pl testkit,testkit-yarn,testkit-hive -am process-classes");
        }
        return path;
    }

    /**
     * An archive of the classes that a cluster's JVMs load (class data sharing): with it they start in half the time. The JVMs of the first
     * cluster list their classes. When that cluster ends, a process in the background makes the archive for the clusters to come. Nothing
     * of this happens without the system property {@value #DIRECTORY_PROPERTY}, which the build's integration tests set.
     */
    public static final class ClassArchive {
        static final String DIRECTORY_PROPERTY = "tiercel.testkit.class-archives";

        /**
         * Makes the archive $1.jsa from the lists $1-*.classes with the JVM $2 for the class path $3, once. At usual priority: on a busy
         * machine it would come minutes later, and every JVM until then costs more than it.
         */
        private static final String SCRIPT =
                """
                mkdir "$1.lock" 2>/dev/null || exit 0
                awk '!seen[$0]++' "$1"-*.classes > "$1.list"
                "$2" -Xshare:dump -XX:SharedClassListFile="$1.list" -XX:SharedArchiveFile="$1.tmp" \\
                  -XX:+UseSerialGC -cp "$3" > "$1.log" 2>&1 && mv "$1.tmp" "$1.jsa"
                """;

        private final Optional<Path> directory;
        private final String name;
        private final String classPath;
        private final String needed;

        private ClassArchive(Optional<Path> directory, String name, String classPath, String needed) {
            this.directory = directory;
            this.name = name + "-" + Integer.toHexString(classPath.hashCode());
            this.classPath = classPath;
            this.needed = needed;
        }

        /**
         * The archive for JVMs whose class path begins with these jars.
         *
         * @param needed a class that one of them must have loaded, else their lists say too little
         */
        public static ClassArchive of(String name, List<String> jars, String needed) {
            return new ClassArchive(
                    Optional.ofNullable(System.getProperty(DIRECTORY_PROPERTY)).map(Path::of),
                    name,
                    String.join(File.pathSeparator, jars),
                    needed.replace('.', '/'));
        }

        /** Whether JVMs must have the jars first on their class path. */
        public boolean isInUse() {
            return directory.isPresent();
        }

        /** Options of a JVM: it uses the archive, or lists its classes as long as there is none. */
        public List<String> options() {
            return directory.map(this::option).stream().toList();
        }

        private String option(Path in) {
            Path archive = in.resolve(name + ".jsa");
            if (Files.exists(archive)) {
                return "-XX:SharedArchiveFile=" + archive;
            }
            try {
                return "-XX:DumpLoadedClassList=" + Files.createDirectories(in).resolve(name + "-%p.classes");
            } catch (IOException e) {
                throw new ClusterException("cannot make the directory " + in + ": " + e.getMessage(), e);
            }
        }

        /** Has the archive made in the background if it is missing and the JVMs that have ended have listed enough for it. */
        public void makeIfMissing() {
            if (directory.isEmpty() || Files.exists(directory.get().resolve(name + ".jsa"))) {
                return;
            }
            try {
                if (isListed(directory.get())) {
                    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
                    new ProcessBuilder("sh", "-c", SCRIPT, "sh", name, java.toString(), classPath)
                            .directory(directory.get().toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
                }
            } catch (IOException e) {
                // Without the archive clusters start more slowly, and that is all.
            }
        }

        private boolean isListed(Path in) throws IOException {
            try (DirectoryStream<Path> lists = Files.newDirectoryStream(in, name + "-*.classes")) {
                for (Path list : lists) {
                    List<String> classes = Files.readAllLines(list, StandardCharsets.ISO_8859_1);
                    if (classes.stream().anyMatch(each -> each.startsWith(needed))) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
