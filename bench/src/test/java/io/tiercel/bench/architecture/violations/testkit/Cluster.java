package io.tiercel.bench.architecture.violations.testkit;

public final class Cluster {}
