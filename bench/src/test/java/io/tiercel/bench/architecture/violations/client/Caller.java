package io.tiercel.bench.architecture.violations.client;

public final class Caller {}
