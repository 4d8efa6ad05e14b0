package io.tiercel.prefetch.plan;

/**
 * One selection that was modelled.
 *
 * @param degree how many blocks a device might have to read
 * @param offered the order in which blocks were offered
 * @param blocks how many were selected
 * @param seconds when the job would end
 * @param delay by how much the first tasks would have to wait for all blocks to be ready; 0 where delays are not tried
 * @param secondsDelayed when the job would end after that delay; infinity where it was not tried
 */
public record DegreeTrial(
        int degree, OfferOrder offered, int blocks, double seconds, double delay, double secondsDelayed) {
    /** The sooner of the two ends. */
    public double best() {
        return Math.min(seconds, secondsDelayed);
    }
}
