package io.tiercel.assign.matching;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.Certificate;

/** A maximum matching of least cost, and prices that prove this: {@link Certificate#check} trusts nothing of the solver. */
public record Solution(Assignment assignment, Certificate certificate) {}
