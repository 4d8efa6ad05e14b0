package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.protocol.StoredHints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Agents, applications and coordinators of different versions speak to one another while a cluster is upgraded. What was once sent keeps its
 * number and its type; more may come.
 */
class ContractTest {
    private static final Path RECORDED = Path.of("src/test/resources/io/tiercel/coordinator/contract.txt");

    private static List<String> contract() {
        List<String> lines = new ArrayList<>();
        for (FileDescriptor file : List.of(
                StatusRequest.getDescriptor().getFile(),
                StoredHints.getDescriptor().getFile())) {
            file.getMessageTypes().forEach(message -> fields(message, lines));
            file.getEnumTypes().forEach(each -> values(each, lines));
            file.getServices().forEach(service -> calls(service, lines));
        }
        return lines;
    }

    private static void fields(Descriptor message, List<String> lines) {
        for (FieldDescriptor field : message.getFields()) {
            String type =
                    switch (field.getJavaType()) {
                        case MESSAGE -> field.getMessageType().getFullName();
                        case ENUM -> field.getEnumType().getFullName();
                        default -> field.getType().name().toLowerCase(Locale.ROOT);
                    };
            lines.add("%s %d %s%s"
                    .formatted(field.getFullName(), field.getNumber(), field.isRepeated() ? "repeated " : "", type));
        }
        message.getNestedTypes().forEach(nested -> fields(nested, lines));
        message.getEnumTypes().forEach(each -> values(each, lines));
    }

    private static void values(EnumDescriptor each, List<String> lines) {
        each.getValues().forEach(value -> lines.add(value.getFullName() + " " + value.getNumber()));
    }

    private static void calls(ServiceDescriptor service, List<String> lines) {
        service.getMethods()
                .forEach(call -> lines.add("%s(%s%s) %s%s"
                        .formatted(
                                call.getFullName(),
                                call.isClientStreaming() ? "stream " : "",
                                call.getInputType().getFullName(),
                                call.isServerStreaming() ? "stream " : "",
                                call.getOutputType().getFullName())));
    }

    @Test
    void whatWasOnceSentKeepsItsNumberAndItsType() throws IOException {
        List<String> contract = contract();
        if (Boolean.getBoolean("tiercel.rewrite")) {
            List<String> before = Files.exists(RECORDED) ? Files.readAllLines(RECORDED) : List.of();
            Files.write(
                    RECORDED,
                    Stream.concat(before.stream(), contract.stream())
                            .distinct()
                            .sorted()
                            .toList());
        }
        List<String> recorded = Files.readAllLines(RECORDED);
        assertThat(contract).as("removed, renumbered, or of another type").containsAll(recorded);
        assertThat(recorded)
                .as("new: run with -Dsurefire.args=-Dtiercel.rewrite=true to record it")
                .containsAll(contract);
    }
}
