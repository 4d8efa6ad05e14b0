package io.tiercel.coordinator.service;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Estimates the heap bytes of a request. Two bytes on the wire may be an empty message, which takes 50. */
final class RequestHeap {
    /** A message without what it refers to, or a string without its characters, and a reference to it. */
    static final int OBJECT_BYTES = 48;

    private static final int NUMBER_BYTES = 8;

    /** For each byte of fields that this version does not know: each is an entry of a tree. */
    private static final int UNKNOWN_FACTOR = 50;

    private final Map<Descriptor, List<FieldDescriptor>> fields = new IdentityHashMap<>();

    private RequestHeap() {}

    static long bytes(Message request) {
        return request.getSerializedSize() + new RequestHeap().overhead(request);
    }

    private long overhead(Message message) {
        long bytes = OBJECT_BYTES;
        UnknownFieldSet unknown = message.getUnknownFields();
        if (unknown != UnknownFieldSet.getDefaultInstance()) {
            bytes += UNKNOWN_FACTOR * (long) unknown.getSerializedSize();
        }
        for (FieldDescriptor field : fields.computeIfAbsent(message.getDescriptorForType(), RequestHeap::withObjects)) {
            if (field.isRepeated()) {
                bytes += elements(message, field);
            } else if (message.hasField(field)) {
                bytes += isMessage(field) ? overhead((Message) message.getField(field)) : OBJECT_BYTES;
            }
        }
        return bytes;
    }

    private long elements(Message message, FieldDescriptor field) {
        if (!isMessage(field)) {
            return message.getRepeatedFieldCount(field) * (long) (isText(field) ? OBJECT_BYTES : NUMBER_BYTES);
        }
        long bytes = 0;
        for (Object element : (List<?>) message.getField(field)) {
            bytes += overhead((Message) element);
        }
        return bytes;
    }

    /** The fields of which a message takes more than its own object and what the wire has. */
    private static List<FieldDescriptor> withObjects(Descriptor type) {
        return type.getFields().stream()
                .filter(field -> field.isRepeated() || isMessage(field) || isText(field))
                .toList();
    }

    private static boolean isMessage(FieldDescriptor field) {
        return field.getJavaType() == JavaType.MESSAGE;
    }

    private static boolean isText(FieldDescriptor field) {
        return field.getJavaType() == JavaType.STRING || field.getJavaType() == JavaType.BYTE_STRING;
    }
}
