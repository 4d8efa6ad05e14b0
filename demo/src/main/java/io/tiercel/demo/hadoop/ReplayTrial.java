package io.tiercel.demo.hadoop;

import io.tiercel.demo.data.SizeClass;

/**
 * One job of a replay, run once.
 *
 * @param round counted from 1
 * @param maps successful attempts of maps
 * @param dataLocal of these, those on a node with a replica of their input, by Hadoop's own history
 * @param onSsd those on the node that has the replica on SSD
 * @param counted maps by tier as Tiercel's counters have them
 * @param seconds from the submission, as the ResourceManager saw it, to the job's end
 * @param mapSeconds times of all maps, added up
 * @param taskSeconds times of all tasks, added up
 * @param sha256 of the result
 */
record ReplayTrial(
        int round,
        HadoopTreatment treatment,
        String job,
        SizeClass sizeClass,
        int maps,
        int dataLocal,
        int onSsd,
        CountedMaps counted,
        double seconds,
        double mapSeconds,
        double taskSeconds,
        String sha256) {
    /**
     * Maps by tier.
     *
     * @param known false if no counter was there: Hadoop's own master counts no tiers, nor does Tiercel's if Hadoop's code has assigned all
     *     maps, as it does when rounds take too long on a busy machine
     */
    record CountedMaps(boolean known, long memory, long ssd, long hdd, long elsewhere) {
        static final CountedMaps NONE = new CountedMaps(false, 0, 0, 0, 0);
    }
}
