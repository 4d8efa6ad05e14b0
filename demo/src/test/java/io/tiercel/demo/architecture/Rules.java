package io.tiercel.demo.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The project's rules for the packages below one root. The root is a parameter so that packages of the same names elsewhere
 * can break them, which shows that they hold something.
 */
final class Rules {
    /** The packages of the module {@code core}. */
    static final String[] CORE = {
        "model",
        "struct",
        "assign",
        "allocate",
        "plan",
        "stage",
        "prefetch",
        "migrate",
        "cache",
        "transfer",
        "record",
        "config"
    };

    /** What must come out the same whenever and wherever it runs: {@code core}, and the simulator. */
    private static final String[] REPEATABLE =
            Stream.concat(Arrays.stream(CORE), Stream.of("sim")).toArray(String[]::new);

    private final String root;

    Rules(String root) {
        this.root = root;
    }

    /** Of our packages, one imports itself and those named, and no other. */
    ArchRule importsOfOurs(String importer, String... allowed) {
        String[] reachable = packages(Stream.concat(Stream.of(importer), Arrays.stream(allowed)));
        return classes()
                .that()
                .resideInAnyPackage(packages(Stream.of(importer)))
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackages(root + "..").or(resideInAnyPackage(reachable)))
                .as(importer + " imports of ours " + (allowed.length == 0 ? "nothing" : String.join(", ", allowed)));
    }

    /** Within {@code outer} and the packages below it, {@code importer} imports itself and those allowed, and no other. */
    ArchRule importsWithin(String outer, String importer, String... allowed) {
        String[] reachable = Stream.concat(Stream.of(importer), Arrays.stream(allowed))
                .map(name -> root + "." + name)
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(root + "." + importer)
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackages(root + "." + outer + "..").or(resideInAnyPackage(reachable)))
                .as(importer + " imports within " + outer + " "
                        + (allowed.length == 0 ? "nothing" : String.join(", ", allowed)));
    }

    /** The plugins of HDFS' daemons lie below {@code hdfs} too. They are other modules, with other rules. */
    ArchRule importsOfHdfs() {
        String[] reachable = packages(Stream.concat(Arrays.stream(CORE), Stream.of("hdfs", "protocol")));
        return classes()
                .that()
                .resideInAPackage(root + ".hdfs..")
                .and()
                .resideOutsideOfPackages(root + ".hdfs.plugin..", root + ".hdfs.daemon..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackages(root + "..").or(resideInAnyPackage(reachable)))
                .as("hdfs imports of ours core, protocol");
    }

    /** The scheduler's classes live in Spark's packages, where Spark lets them be subclasses. */
    ArchRule importsOfSchedulerInSparksPackages() {
        String[] reachable =
                packages(Stream.concat(Arrays.stream(CORE), Stream.of("spark", "json", "hdfs", "security")));
        return classes()
                .that()
                .resideInAnyPackage("org.apache.spark..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackages(root + "..").or(resideInAnyPackage(reachable)))
                .as("the scheduler in Spark's packages imports of ours core, json, hdfs, security, spark");
    }

    /** The same in YARN's, where its method may be overridden. */
    ArchRule importsOfSchedulerInYarnsPackages() {
        String[] reachable = packages(Stream.concat(Arrays.stream(CORE), Stream.of("yarn", "client", "security")));
        return classes()
                .that()
                .resideInAnyPackage("org.apache.hadoop.yarn..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackages(root + "..").or(resideInAnyPackage(reachable)))
                .as("the scheduler in YARN's packages imports of ours core, yarn, client, security");
    }

    /** The master's classes live in Hadoop's packages, where Hadoop lets them be subclasses. */
    ArchRule importsOfMasterInHadoopsPackages() {
        String[] reachable = packages(Stream.concat(Arrays.stream(CORE), Stream.of("mapreduce", "containers")));
        return classes()
                .that()
                .resideInAnyPackage("org.apache.hadoop.mapreduce..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackages(root + "..").or(resideInAnyPackage(reachable)))
                .as("the master in Hadoop's packages imports of ours core, containers, mapreduce");
    }

    /** The scheduler's classes live in Tez' package, where Tez lets its client be replaced. */
    ArchRule importsOfSchedulerInTezPackages() {
        String[] reachable = packages(Stream.concat(Arrays.stream(CORE), Stream.of("tez", "containers")));
        return classes()
                .that()
                .resideInAnyPackage("org.apache.tez..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackages(root + "..").or(resideInAnyPackage(reachable)))
                .as("the scheduler in Tez' package imports of ours core, containers, tez");
    }

    /** What is said to the coordinator and heard of it is in one place. */
    ArchRule onlyOnePackageOfSparkKnowsTheClient() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".spark..")
                .and()
                .resideOutsideOfPackage(root + ".spark.memory..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages(Stream.of("client", "protocol")))
                .as("in spark the coordinator's client is known to the package memory alone");
    }

    /** Annotations for null-checkers are not there at run time. */
    ArchRule coreImportsTheJdkOnly() {
        return classes()
                .that(areInCore())
                .should()
                .onlyDependOnClassesThat(areInCore().or(resideInAnyPackage("java..", "org.jspecify..")))
                .as("core imports the JDK only");
    }

    ArchRule onlySparkKnowsSpark() {
        return noClasses()
                .that()
                .resideInAnyPackage(packages(Stream.concat(
                        Arrays.stream(CORE),
                        Stream.of("json", "sim", "hdfs", "cachefs", "containers", "mapreduce", "tez", "hive", "cli"))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.spark..", "scala..")
                .as("core, json, sim, hdfs, cachefs, containers, mapreduce, tez, hive and cli know nothing of Spark");
    }

    /** The plugins' packages lie below {@code hdfs}, in modules of their own. */
    ArchRule onlyHostsKnowTheDaemons() {
        return noClasses()
                .that()
                .resideInAnyPackage(packages(Stream.of(
                        "json", "hdfs", "cachefs", "spark", "containers", "mapreduce", "tez", "hive", "client")))
                .and()
                .resideOutsideOfPackages(root + ".hdfs.plugin..", root + ".hdfs.daemon..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages(Stream.of("coordinator", "agent")))
                .as("the coordinator and the agent are known to HDFS' plugins and the command line alone");
    }

    ArchRule coreReadsNoClock() {
        return coreDoesNot("read a clock", access -> switch (access.owner()) {
            case "java.lang.System" -> Set.of("nanoTime", "currentTimeMillis").contains(access.name());
            case "java.util.Date", "java.util.GregorianCalendar" -> access.is("<init>", 0);
            case "java.time.InstantSource" -> true;
            case "java.util.Calendar" -> access.name().equals("getInstance");
            default ->
                access.owner().startsWith("java.time.Clock")
                        || access.owner().startsWith("java.time.")
                                && access.name().equals("now");
        });
    }

    ArchRule coreStartsNoThread() {
        return coreDoesNot("start a thread", access -> switch (access.owner()) {
            case "java.lang.Thread" -> !access.name().equals("currentThread");
            case "java.util.Timer", "java.lang.Process", "java.lang.ProcessBuilder" -> true;
            default ->
                access.owner()
                                .matches(
                                        "java\\.util\\.concurrent\\.(Executors|ForkJoin\\w+|CompletableFuture|\\w*Executor\\w*)")
                        || access.owner().startsWith("java.util.")
                                && Set.of(
                                                "parallel",
                                                "parallelStream",
                                                "parallelSort",
                                                "parallelPrefix",
                                                "parallelSetAll")
                                        .contains(access.name());
        });
    }

    ArchRule coreDrawsNoUnseededRandomness() {
        return coreDoesNot("draw unseeded random numbers", access -> switch (access.owner()) {
            case "java.util.Random", "java.util.SplittableRandom" -> access.is("<init>", 0);
            case "java.lang.Math" -> access.name().equals("random");
            case "java.util.UUID" -> access.name().equals("randomUUID");
            case "java.util.Collections" -> access.is("shuffle", 1);
            case "java.lang.System" -> access.name().equals("identityHashCode");
            case "java.util.concurrent.ThreadLocalRandom", "java.security.SecureRandom" -> true;
            default -> access.owner().startsWith("java.util.random.");
        });
    }

    ArchRule coreLogsNothing() {
        return coreDoesNot("log", access -> switch (access.owner()) {
            case "java.lang.System" -> Set.of("out", "err", "getLogger").contains(access.name());
            default ->
                access.owner().startsWith("java.util.logging.")
                        || access.owner().startsWith("java.lang.System$Logger")
                        || access.name().equals("printStackTrace");
        });
    }

    ArchRule coreOpensNothing() {
        return coreDoesNot(
                "open a file or a connection",
                access -> access.owner().matches("java\\.(net|nio\\.file|nio\\.channels)\\..*")
                        || access.owner().matches("java\\.io\\.(File\\w*|RandomAccessFile)"));
    }

    /** A call or a use of a field, by names. */
    private record Access(String owner, String name, int parameters) {
        static Access of(JavaAccess<?> access) {
            var target = access.getTarget();
            int parameters = target instanceof CodeUnitAccessTarget code
                    ? code.getRawParameterTypes().size()
                    : 0;
            return new Access(target.getOwner().getName(), target.getName(), parameters);
        }

        boolean is(String called, int arity) {
            return name.equals(called) && parameters == arity;
        }
    }

    private interface Forbidden {
        boolean matches(Access access);
    }

    private ArchRule coreDoesNot(String what, Forbidden forbidden) {
        return noClasses()
                .that(resideInAnyPackage(packages(Arrays.stream(REPEATABLE))))
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        "a way to " + what, (JavaAccess<?> access) -> forbidden.matches(Access.of(access))))
                .as("core and sim do not " + what);
    }

    private DescribedPredicate<JavaClass> areInCore() {
        return resideInAnyPackage(packages(Arrays.stream(CORE)));
    }

    private String[] packages(Stream<String> names) {
        return names.map(name -> root + "." + name + "..").toArray(String[]::new);
    }
}
