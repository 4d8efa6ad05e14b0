package io.tiercel.bench.architecture.violations.coordinator;

public final class Daemon {}
