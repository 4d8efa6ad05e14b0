package io.tiercel.coordinator.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Messages of the contract as JSON, under the names that protocol buffers gives their fields in JSON. Fields that are not set are
 * written too, with their defaults, and 64-bit numbers as numbers: scripts should find what they look for, as what it is.
 *
 * <p>Calls only what Jackson 2.12 has, which a NameNode of Hadoop 3.3 brings.
 */
final class MessageJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private MessageJson() {}

    static byte[] of(Message message) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out).useDefaultPrettyPrinter()) {
            write(json, message);
            json.writeRaw('\n');
        }
        return out.toByteArray();
    }

    static byte[] ofAll(List<? extends Message> messages) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out).useDefaultPrettyPrinter()) {
            json.writeStartArray();
            for (Message message : messages) {
                write(json, message);
            }
            json.writeEndArray();
            json.writeRaw('\n');
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator json, Message message) throws IOException {
        json.writeStartObject();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (field.hasPresence() && !message.hasField(field)) {
                continue;
            }
            json.writeFieldName(field.getJsonName());
            if (field.isRepeated()) {
                json.writeStartArray();
                for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
                    value(json, message.getRepeatedField(field, i));
                }
                json.writeEndArray();
            } else {
                value(json, message.getField(field));
            }
        }
        json.writeEndObject();
    }

    private static void value(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Message message) {
            write(json, message);
        } else if (value instanceof EnumValueDescriptor constant) {
            json.writeString(constant.getName());
        } else if (value instanceof Long || value instanceof Integer) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof Number number) {
            json.writeNumber(number.doubleValue());
        } else if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else {
            json.writeString(value.toString());
        }
    }
}
