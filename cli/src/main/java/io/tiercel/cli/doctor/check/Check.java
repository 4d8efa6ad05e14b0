package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;

/**
 * One thing to look at. A check judges evidence and asks no other process, so that its test needs no cluster. If its evidence is missing, it
 * says nothing: {@link EvidenceCheck} does, once. To add one: a class, and a line in {@link Checks}.
 */
interface Check {
    /** How findings name it: lower case, with hyphens. */
    String name();

    void look(Evidence evidence, Report report);
}
