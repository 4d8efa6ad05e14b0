package io.tiercel.demo.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds the import rules of the design, and that {@code core} decides and does nothing, and {@code sim} nothing outside of its simulation. */
final class ArchitectureTest {
    /** A rule, and the class that breaks it when the rule is made for the packages below {@code violations}. */
    private record Case(String violation, Rule rule) {}

    private interface Rule {
        ArchRule in(Rules rules);
    }

    private static final long MOST_CLASSES = 25;

    private static final List<Case> CASES = List.of(
            new Case("model.ImportsAssign", rules -> rules.importsOfOurs("model")),
            new Case("config.ImportsModel", rules -> rules.importsOfOurs("config")),
            new Case("struct.ImportsModel", rules -> rules.importsOfOurs("struct")),
            new Case("assign.ImportsRecord", rules -> rules.importsOfOurs("assign", "model", "struct")),
            new Case("migrate.ImportsCache", rules -> rules.importsOfOurs("migrate", "model")),
            new Case("migrate.estimate.ImportsLedger", rules -> rules.importsWithin("migrate", "migrate.estimate")),
            new Case(
                    "migrate.ledger.ImportsBind",
                    rules -> rules.importsWithin("migrate", "migrate.ledger", "migrate.estimate")),
            new Case(
                    "migrate.bind.ImportsStatus",
                    rules -> rules.importsWithin("migrate", "migrate.bind", "migrate.estimate", "migrate.ledger")),
            new Case(
                    "migrate.status.ImportsMigrate",
                    rules -> rules.importsWithin(
                            "migrate", "migrate.status", "migrate.estimate", "migrate.ledger", "migrate.bind")),
            new Case("prefetch.ImportsPlan", rules -> rules.importsWithin("prefetch", "prefetch")),
            new Case(
                    "prefetch.model.ImportsPlan",
                    rules -> rules.importsWithin("prefetch", "prefetch.model", "prefetch")),
            new Case(
                    "prefetch.plan.ImportsLearn",
                    rules -> rules.importsWithin("prefetch", "prefetch.plan", "prefetch", "prefetch.model")),
            new Case("prefetch.learn.ImportsModel", rules -> rules.importsWithin("prefetch", "prefetch.learn")),
            new Case("cache.ImportsAssign", rules -> rules.importsOfOurs("cache", "model")),
            new Case("transfer.ImportsAssign", rules -> rules.importsOfOurs("transfer", "model")),
            new Case(
                    "prefetch.ImportsMigrate",
                    rules -> rules.importsOfOurs("prefetch", "model", "struct", "assign", "plan")),
            new Case("allocate.ImportsAssign", rules -> rules.importsOfOurs("allocate", "model")),
            new Case("plan.dispatch.ImportsStage", rules -> rules.importsOfOurs("plan", "model", "assign")),
            new Case("plan.ImportsDispatch", rules -> rules.importsWithin("plan", "plan")),
            new Case("stage.ImportsRecord", rules -> rules.importsOfOurs("stage", "model", "assign")),
            new Case("record.ImportsConfig", rules -> rules.importsOfOurs("record", "model", "assign", "plan")),
            new Case("json.ImportsHdfs", rules -> rules.importsOfOurs("json", Rules.CORE)),
            new Case("sim.ImportsHdfs", rules -> rules.importsOfOurs("sim", Rules.CORE)),
            new Case("hdfs.ImportsJson", Rules::importsOfHdfs),
            new Case("security.ImportsClient", rules -> rules.importsOfOurs("security")),
            new Case("linux.ImportsAgent", rules -> rules.importsOfOurs("linux")),
            new Case(
                    "agent.ImportsHdfs",
                    rules -> rules.importsOfOurs("agent", with(Rules.CORE, "protocol", "security", "linux"))),
            new Case("hdfs.plugin.ImportsDaemon", rules -> rules.importsOfOurs("hdfs.plugin")),
            new Case(
                    "hdfs.daemon.ImportsSpark",
                    rules -> rules.importsOfOurs(
                            "hdfs.daemon",
                            with(Rules.CORE, "protocol", "security", "linux", "agent", "coordinator", "hdfs.resolve"))),
            new Case(
                    "spark.ImportsTestkit",
                    rules -> rules.importsOfOurs(
                            "spark", with(Rules.CORE, "json", "hdfs", "cachefs", "client", "security", "protocol"))),
            new Case(
                    "containers.ImportsMapReduce",
                    rules -> rules.importsOfOurs(
                            "containers", with(Rules.CORE, "json", "hdfs", "client", "security", "protocol"))),
            new Case(
                    "mapreduce.ImportsSpark",
                    rules -> rules.importsOfOurs("mapreduce", with(Rules.CORE, "hdfs", "containers"))),
            new Case(
                    "tez.ImportsMapReduce",
                    rules -> rules.importsOfOurs("tez", with(Rules.CORE, "hdfs", "containers"))),
            new Case(
                    "hive.ImportsMapreduce",
                    rules -> rules.importsOfOurs("hive", with(Rules.CORE, "hdfs", "client", "security", "protocol"))),
            new Case("spark.KnowsTheClient", Rules::onlyOnePackageOfSparkKnowsTheClient),
            new Case(
                    "cli.ImportsBench",
                    rules -> rules.importsOfOurs(
                            "cli",
                            with(
                                    Rules.CORE,
                                    "json",
                                    "sim",
                                    "hdfs",
                                    "cachefs",
                                    "containers",
                                    "mapreduce",
                                    "protocol",
                                    "security",
                                    "client",
                                    "coordinator"))),
            new Case(
                    "yarn.ImportsHdfs",
                    rules -> rules.importsOfOurs("yarn", with(Rules.CORE, "client", "security", "protocol"))),
            new Case("cachefs.ImportsHdfs", rules -> rules.importsOfOurs("cachefs", Rules.CORE)),
            new Case("client.ImportsCoordinator", rules -> rules.importsOfOurs("client", "security", "protocol")),
            new Case(
                    "coordinator.ImportsClient",
                    rules -> rules.importsOfOurs("coordinator", with(Rules.CORE, "protocol", "security", "hdfs"))),
            new Case("hdfs.HostsTheCoordinator", Rules::onlyHostsKnowTheDaemons),
            new Case("hdfs.KnowsSpark", Rules::onlySparkKnowsSpark),
            new Case("assign.ImportsALibrary", Rules::coreImportsTheJdkOnly),
            new Case("assign.ReadsAClock", Rules::coreReadsNoClock),
            new Case("assign.StartsAThread", Rules::coreStartsNoThread),
            new Case("assign.DrawsUnseeded", Rules::coreDrawsNoUnseededRandomness),
            new Case("record.Logs", Rules::coreLogsNothing),
            new Case("record.OpensAFile", Rules::coreOpensNothing));

    /** No package has more source files than anybody can survey; a package of two modules counts in each. */
    @Test
    void packagesAreSmall() throws IOException {
        Map<Path, Long> sizes = new TreeMap<>();
        for (Path module : modules()) {
            try (var files = Files.walk(module.resolve("src/main"))) {
                files.filter(file -> file.toString().matches(".*(?<!package-info)\\.(java|scala)"))
                        .map(Path::getParent)
                        .forEach(folder -> sizes.merge(folder, 1L, Long::sum));
            }
        }
        assertThat(sizes).hasSizeGreaterThan(50).allSatisfy((folder, files) -> assertThat(files)
                .as("classes in %s", folder)
                .isLessThanOrEqualTo(MOST_CLASSES));
    }

    @Test
    void theSolverIsEnteredByTwoTypes() throws IOException {
        JavaClasses ours = new ClassFileImporter().importPaths(compiledModules());
        assertThat(ours.stream())
                .filteredOn(type -> type.getPackageName().equals("io.tiercel.assign.matching"))
                .filteredOn(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .extracting(JavaClass::getSimpleName)
                .containsExactlyInAnyOrder("MinCostMatching", "Solution");
    }

    @TestFactory
    Stream<DynamicTest> everyRuleHolds() throws IOException {
        JavaClasses ours = new ClassFileImporter().importPaths(compiledModules());
        var rules = new Rules("io.tiercel");
        return Stream.concat(
                        CASES.stream().map(each -> each.rule().in(rules)),
                        Stream.of(
                                rules.importsOfSchedulerInSparksPackages(),
                                rules.importsOfSchedulerInYarnsPackages(),
                                rules.importsOfMasterInHadoopsPackages(),
                                rules.importsOfSchedulerInTezPackages()))
                .map(rule -> dynamicTest(rule.getDescription(), () -> rule.check(ours)));
    }

    /** Each method of a violating class is one way of breaking its rule, and each is found. */
    @TestFactory
    Stream<DynamicTest> everyRuleCanFail() {
        String root = getClass().getPackageName() + ".violations";
        JavaClasses violations = new ClassFileImporter().importPackages(root);
        return CASES.stream().map(each -> {
            ArchRule rule = each.rule().in(new Rules(root));
            return dynamicTest(rule.getDescription(), () -> {
                var details = rule.evaluate(violations).getFailureReport().getDetails();
                String violation = root + "." + each.violation();
                for (Method method : Class.forName(violation).getDeclaredMethods()) {
                    if (method.isSynthetic()) continue;
                    assertThat(details).anyMatch(line -> line.contains(violation + "." + method.getName() + "("));
                }
            });
        });
    }

    private static String[] with(String[] some, String... more) {
        return Stream.concat(Arrays.stream(some), Arrays.stream(more)).toArray(String[]::new);
    }

    private static List<Path> compiledModules() throws IOException {
        List<Path> modules = modules().stream()
                .map(folder -> folder.resolve("target/classes"))
                .toList();
        assertThat(modules).allSatisfy(classes -> assertThat(classes)
                .as("%s is not there; ./mvnw compile", classes)
                .isDirectory());
        return modules;
    }

    /** Every module with code, whichever these are by now. */
    private static List<Path> modules() throws IOException {
        try (var folders = Files.list(Path.of(System.getProperty("tiercel.home")))) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve("src/main")))
                    .toList();
        }
    }
}
