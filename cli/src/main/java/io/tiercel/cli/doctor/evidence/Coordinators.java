package io.tiercel.cli.doctor.evidence;

import io.tiercel.client.Answer;
import io.tiercel.protocol.StatusReply;
import io.tiercel.security.Endpoint;
import java.util.List;
import java.util.Optional;

/**
 * The coordinators that somebody has named, and what each said.
 *
 * @param names who names which
 * @param asked those of the first name
 */
public record Coordinators(List<Named> names, List<Asked> asked) {
    /**
     * A place that names coordinators.
     *
     * @param source such as a key and its file
     * @param text as it stands there
     * @param endpoints none if the text cannot be read
     * @param problem why it cannot be read; empty if it can
     */
    public record Named(String source, String text, List<Endpoint> endpoints, String problem) {}

    public record Asked(Endpoint endpoint, Answer<StatusReply> answer) {
        /** How a coordinator puts it that its NameNode is not active. */
        private static final String STANDBY = "standby: ";

        public boolean isActive() {
            return answer instanceof Answer.Given;
        }

        public boolean isStandby() {
            return answer instanceof Answer.Absent && answer.why().contains(STANDBY);
        }
    }

    /** Of the active one; empty if none is, or several are. */
    public Optional<StatusReply> status() {
        List<Asked> active = asked.stream().filter(Asked::isActive).toList();
        return active.size() == 1 ? active.get(0).answer().value() : Optional.empty();
    }
}
