package io.tiercel.demo.architecture.violations.client;

public final class Caller {}
