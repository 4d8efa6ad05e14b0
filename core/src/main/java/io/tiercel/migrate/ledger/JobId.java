package io.tiercel.migrate.ledger;

/**
 * A job. Users do not share names: two of them may have a job of one name each.
 *
 * @param user to whom the job belongs; empty where there is one user only
 * @param name that the user chose
 */
public record JobId(String user, String name) {
    /** A job where there is one user only. */
    public static JobId of(String name) {
        return new JobId("", name);
    }

    @Override
    public String toString() {
        return user.isEmpty() ? name : name + " of " + user;
    }
}
