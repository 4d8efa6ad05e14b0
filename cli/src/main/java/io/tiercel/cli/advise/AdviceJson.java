package io.tiercel.cli.advise;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tiercel.cli.advise.Advice.AdvisedApplication;
import io.tiercel.sim.whatif.ApplicationGain;
import io.tiercel.sim.whatif.ApplicationGain.Reads;
import io.tiercel.sim.whatif.GainBounds;
import io.tiercel.sim.whatif.Means;

/** An advice as JSON: all applications with their lines of configuration. */
final class AdviceJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private AdviceJson() {}

    static String of(Advice advice) {
        ObjectNode all = JSON.createObjectNode();
        ObjectNode totals = all.putObject("totals")
                .put("applications", advice.applications().size())
                .put("gaining", advice.gaining().count())
                .put("seconds", advice.seconds());
        bounds(totals, advice.total());
        ArrayNode applications = all.putArray("applications");
        advice.applications().forEach(each -> application(applications.addObject(), each));
        ArrayNode unread = all.putArray("unread");
        advice.unread()
                .forEach(each -> unread.addObject().put("log", each.log()).put("reason", each.reason()));
        ObjectNode shared = all.putObject("sharedInputs");
        advice.sharedInputs().forEach(shared::put);
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree has JSON", e);
        }
    }

    private static void application(ObjectNode to, AdvisedApplication application) {
        ApplicationGain gain = application.gain();
        Reads reads = gain.reads();
        to.put("log", application.log())
                .put("id", gain.facts().id())
                .put("name", gain.facts().name())
                .put("sparkVersion", gain.facts().sparkVersion())
                .put("complete", gain.facts().isComplete())
                .put("seconds", gain.facts().seconds())
                .put("stages", reads.stages())
                .put("readingStages", reads.reading())
                .put("readingSeconds", reads.seconds())
                .put("inputBytes", reads.bytes())
                .put("nodes", reads.hosts())
                .put("localShare", reads.local())
                .put("waitedShare", reads.waited());
        ArrayNode inputs = to.putArray("inputs");
        reads.paths().forEach(inputs::add);
        bounds(to, gain.all());
        ObjectNode means = to.putObject("means");
        for (Means each : Means.values()) {
            if (gain.bounds().containsKey(each)) {
                bounds(means.putObject(each.text()), gain.bounds().get(each));
            }
        }
        gain.obstacle()
                .ifPresent(obstacle -> to.put("obstacle", obstacle.name()).put("why", AdviceWords.why(application)));
        AdviceWords.notes(application).forEach(to.putArray("notes")::add);
        ArrayNode steps = to.putArray("steps");
        AdviceStep.of(gain).forEach(step -> step(steps.addObject(), step));
    }

    private static void step(ObjectNode to, AdviceStep step) {
        to.put("means", step.means().text()).put("why", step.why());
        ArrayNode lines = to.putArray("configuration");
        step.configuration().forEach(lines::add);
        ArrayNode commands = to.putArray("commands");
        step.commands().forEach(commands::add);
    }

    private static void bounds(ObjectNode to, GainBounds gain) {
        to.put("atLeastSeconds", gain.least()).put("atMostSeconds", gain.most());
    }
}
