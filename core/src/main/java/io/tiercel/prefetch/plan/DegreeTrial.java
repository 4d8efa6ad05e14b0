package io.tiercel.prefetch.plan;

/**
 * One modelled selection.
 *
 * @param degree most blocks that a device has to read
 * @param offered the order in which blocks were offered
 * @param blocks how many were selected
 * @param seconds when the job would end
 * @param delay that the first tasks would need for all blocks to be ready; 0 if delays are not tried
 * @param secondsDelayed when the job would end after that delay; infinity if not tried
 */
public record DegreeTrial(
        int degree, OfferOrder offered, int blocks, double seconds, double delay, double secondsDelayed) {
    public double best() {
        return Math.min(seconds, secondsDelayed);
    }
}
