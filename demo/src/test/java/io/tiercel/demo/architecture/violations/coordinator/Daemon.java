package io.tiercel.demo.architecture.violations.coordinator;

public final class Daemon {}
