package io.tiercel.plan;

/**
 * The loads of resources, in seconds, and the price of a second of each: {@code exp(sharpness * (load / scale - 1))}. So busy
 * resources are dear. The sharper the prices, the nearer is the cheapest plan to the one whose busiest resource is done first.
 */
final class Loads {
    private static final double LOG2_E = 1.4426950408889634;
    /** Powers of two beyond which prices no longer follow. */
    private static final double LEAST_POWER = -40;

    private static final double MOST_POWER = 40;
    /** So that no load has a price that is not a number. */
    private static final double LEAST_SCALE = 1e-300;

    private static final int EXPONENT_BITS = 52;
    private static final int EXPONENT_BIAS = 1023;

    private final LoadProblem problem;
    final double[] load;
    final double[] price;
    /** A price is two to the power of {@code perSecond * load - idle}. */
    private double perSecond;

    private double idle;

    Loads(LoadProblem problem) {
        this.problem = problem;
        this.load = problem.base.clone();
        this.price = new double[load.length];
    }

    /** Prices all resources anew. */
    void price(double sharpness, double scale) {
        idle = sharpness * LOG2_E;
        perSecond = idle / Math.max(scale, LEAST_SCALE);
        for (int resource = 0; resource < load.length; resource++) {
            price[resource] = priceAt(load[resource]);
        }
    }

    /** By how much the logarithm of a price rises with each second of load. */
    double steepness() {
        return perSecond / LOG2_E;
    }

    private double priceAt(double seconds) {
        return powerOfTwo(Math.max(LEAST_POWER, Math.min(MOST_POWER, perSecond * seconds - idle)));
    }

    /** To 4 digits, and always growing: prices need no more. */
    private static double powerOfTwo(double exponent) {
        double shifted = exponent + EXPONENT_BIAS;
        long whole = (long) shifted;
        double rest = shifted - whole;
        double fraction = 1 + rest * (0.695556856 + rest * (0.226173572 + rest * 0.078269572));
        return fraction * Double.longBitsToDouble(whole << EXPONENT_BITS);
    }

    double cost(int option) {
        return problem.cost(option, price);
    }

    /** Adds a share of an option, and prices what it uses anew. */
    void move(int option, double share) {
        for (int use = problem.firstUse[option], end = problem.firstUse[option + 1]; use < end; use++) {
            int resource = problem.resourceOf[use];
            double now = load[resource] + share * problem.seconds[use];
            load[resource] = now;
            price[resource] = priceAt(now);
        }
    }

    /** By how much all of an option would raise the sum of prices. */
    double rise(int option) {
        double rise = 0;
        for (int use = problem.firstUse[option], end = problem.firstUse[option + 1]; use < end; use++) {
            int resource = problem.resourceOf[use];
            rise += priceAt(load[resource] + problem.seconds[use]) - price[resource];
        }
        return rise;
    }

    /** When an option would be done: the largest load that its resources would have with it, or its time alone. */
    double peak(int option) {
        double peak = problem.alone[option];
        for (int use = problem.firstUse[option], end = problem.firstUse[option + 1]; use < end; use++) {
            peak = Math.max(peak, load[problem.resourceOf[use]] + problem.seconds[use]);
        }
        return peak;
    }

    /** By how much the logarithm of an option's cost rises with its share. */
    double curvature(int option, double cost) {
        double sum = 0;
        for (int use = problem.firstUse[option], end = problem.firstUse[option + 1]; use < end; use++) {
            sum += problem.seconds[use] * problem.seconds[use] * price[problem.resourceOf[use]];
        }
        return steepness() * sum / cost;
    }

    double most() {
        return most(load);
    }

    static double most(double[] loads) {
        double most = 0;
        for (double load : loads) {
            most = Math.max(most, load);
        }
        return most;
    }
}
