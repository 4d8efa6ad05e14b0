package io.tiercel.demo.architecture.violations.assign;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

public final class DrawsUnseeded {
    public Object random() {
        return new Random();
    }

    public Object splittable() {
        return new SplittableRandom();
    }

    public double math() {
        return Math.random();
    }

    public Object uuid() {
        return UUID.randomUUID();
    }

    public void shuffle(List<String> list) {
        Collections.shuffle(list);
    }

    public Object ofThisThread() {
        return ThreadLocalRandom.current();
    }

    public Object secure() {
        return new SecureRandom();
    }

    public Object generator() {
        return RandomGenerator.getDefault();
    }

    public int identity(Object object) {
        return System.identityHashCode(object);
    }
}
