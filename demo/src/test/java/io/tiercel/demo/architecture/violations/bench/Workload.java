package io.tiercel.demo.architecture.violations.bench;

public final class Workload {}
