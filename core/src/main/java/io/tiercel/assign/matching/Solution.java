package io.tiercel.assign.matching;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.Certificate;

/**
 * The exact solver's answer, with its proof.
 *
 * @param assignment a maximum matching of least cost
 * @param certificate prices that prove this; {@link Certificate#check} verifies them without trusting the solver
 */
public record Solution(Assignment assignment, Certificate certificate) {}
