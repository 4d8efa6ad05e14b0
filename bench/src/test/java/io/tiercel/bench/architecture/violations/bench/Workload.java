package io.tiercel.bench.architecture.violations.bench;

public final class Workload {}
