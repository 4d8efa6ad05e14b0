package io.tiercel.demo.architecture.violations.testkit;

public final class Cluster {}
