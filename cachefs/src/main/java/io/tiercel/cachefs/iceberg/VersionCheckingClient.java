package io.tiercel.cachefs.iceberg;

import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.iceberg.ThreadVersions.Told;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** An S3 client that tells the versions of objects, and reads none but the one that its caller expects. */
final class VersionCheckingClient extends DelegatingS3Client {
    private static final int PRECONDITION_FAILED = 412;

    VersionCheckingClient(S3Client client) {
        super(client);
    }

    @Override
    public HeadObjectResponse headObject(HeadObjectRequest request) {
        HeadObjectResponse answer = super.headObject(request);
        String tag = answer.eTag();
        if (tag != null && !tag.isEmpty() && answer.contentLength() != null) {
            ThreadVersions.tell(
                    new Told(SharedObjects.version(request.bucket(), request.key(), tag, answer.contentLength()), tag));
        }
        return answer;
    }

    @Override
    public <T> T getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
        Optional<String> expected = ThreadVersions.expected();
        if (expected.isEmpty()) {
            return super.getObject(request, transformer);
        }
        T answer;
        try {
            answer = super.getObject(request.toBuilder().ifMatch(expected.get()).build(), transformer);
        } catch (S3Exception e) {
            if (e.statusCode() == PRECONDITION_FAILED) {
                throw changed(request, expected.get());
            }
            throw e;
        }
        // A server may not know the condition.
        if (answer instanceof ResponseInputStream<?> in
                && in.response() instanceof GetObjectResponse got
                && got.eTag() != null
                && !got.eTag().equals(expected.get())) {
            in.abort();
            throw changed(request, expected.get());
        }
        return answer;
    }

    private static FileChangedException changed(GetObjectRequest request, String expected) {
        return new FileChangedException("s3://" + request.bucket() + "/" + request.key()
                + " has changed while it was read: expected the version with entity tag " + expected);
    }
}
