package io.tiercel.allocate;

import io.tiercel.model.Preconditions;

/**
 * A request of an application at one place; all requests of a call want the same resources for each container.
 *
 * @param scope of {@code place}
 * @param place index of the node or rack; 0 for anywhere
 * @param preferences the scores of its containers, and so their number
 */
public record ContainerRequest(Scope scope, int place, PreferenceMap preferences) {
    /** How near the containers have to be. */
    public enum Scope {
        /** On a node. */
        NODE,
        /** In a rack. */
        RACK,
        /** Anywhere: the application's whole need. */
        ANY
    }

    public ContainerRequest {
        Preconditions.index("place", place);
    }

    /** How many containers are asked for. */
    public int containers() {
        return preferences.containers();
    }
}
