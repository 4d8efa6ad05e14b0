package io.tiercel.demo.sharedstorage;

import io.tiercel.cli.CommandFailure;
import io.tiercel.demo.report.Identified;
import java.util.List;

/** Two jobs side by side: MixApart's table 1, with its times in figure 5. */
public enum JobMix implements Identified {
    MIX_1(
            "A has its input in caches and priority; B's comes meanwhile",
            new MixedJob(JobIntensity.IO_HEAVY, true, 1.02),
            new MixedJob(JobIntensity.CPU_HEAVY, false, 1.03),
            false),
    MIX_2(
            "the same jobs with equal rights",
            new MixedJob(JobIntensity.IO_HEAVY, true, 0.94),
            new MixedJob(JobIntensity.CPU_HEAVY, false, 1.07),
            true),
    MIX_3(
            "neither has its input in caches; equal rights",
            new MixedJob(JobIntensity.IO_HEAVY, false, 1.11),
            new MixedJob(JobIntensity.CPU_HEAVY, false, 0.94),
            true),
    MIX_4(
            "A has priority and nothing in caches; B has its input there",
            new MixedJob(JobIntensity.CPU_HEAVY, false, 1.43),
            new MixedJob(JobIntensity.IO_HEAVY, true, 0.63),
            false);

    /**
     * One of the jobs.
     *
     * @param isCached whether the caches hold its input before
     * @param ofHdfsInPaper its time in the paper, as a multiple of that with its input in HDFS
     */
    record MixedJob(JobIntensity intensity, boolean isCached, double ofHdfsInPaper) {
        /** The directory of its input: of the data that the caches may hold, or of the rest. */
        String part(String held, String rest) {
            return isCached ? held : rest;
        }
    }

    final String title;
    final MixedJob first;
    final MixedJob second;

    /** Whether the jobs have equal rights. If not, the first has priority. */
    final boolean isFair;

    JobMix(String title, MixedJob first, MixedJob second, boolean isFair) {
        this.title = title;
        this.first = first;
        this.second = second;
        this.isFair = isFair;
    }

    /** @throws CommandFailure if there is none */
    public static JobMix numbered(int number) {
        if (number < 1 || number > values().length) {
            throw new CommandFailure("--mixes: expected numbers from 1 to " + values().length + ", got " + number);
        }
        return values()[number - 1];
    }

    String label() {
        return "mix " + (ordinal() + 1);
    }

    List<MixedJob> jobs() {
        return List.of(first, second);
    }
}
