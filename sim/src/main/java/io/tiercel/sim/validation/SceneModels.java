package io.tiercel.sim.validation;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The scenes that can be simulated. */
final class SceneModels {
    private static final Map<String, SceneModel> ALL = new TreeMap<>(Map.of(
            "placement", new PlacementSceneModel(),
            "re-use", new ReuseSceneModel(),
            "lead-time", new LeadTimeSceneModel(),
            "prefetch", new PrefetchSceneModel()));

    private SceneModels() {}

    static SceneModel of(String scene) {
        SceneModel model = ALL.get(scene);
        if (model == null) {
            throw new IllegalArgumentException(
                    "scene: expected one of " + String.join(", ", names()) + ", got '" + scene + "'");
        }
        return model;
    }

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }
}
