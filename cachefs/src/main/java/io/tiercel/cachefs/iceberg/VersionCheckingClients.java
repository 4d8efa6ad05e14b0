package io.tiercel.cachefs.iceberg;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.aws.AwsClientFactory;
import org.apache.iceberg.aws.S3FileIOAwsClientFactories;
import org.apache.iceberg.aws.s3.S3FileIOAwsClientFactory;
import org.apache.iceberg.aws.s3.S3FileIOProperties;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes the S3 clients that a catalog's properties ask for, and has them check versions. {@code S3FileIO} makes it, by its name. */
public final class VersionCheckingClients implements S3FileIOAwsClientFactory {
    private static final long serialVersionUID = 1;

    /** The property for the factory that the user has named. */
    static final String USERS = "tiercel." + S3FileIOProperties.CLIENT_FACTORY;

    private @Nullable Object factory;

    @Override
    public void initialize(Map<String, String> properties) {
        Map<String, String> users = new HashMap<>(properties);
        users.remove(S3FileIOProperties.CLIENT_FACTORY);
        String factoryOfUser = users.remove(USERS);
        if (factoryOfUser != null) {
            users.put(S3FileIOProperties.CLIENT_FACTORY, factoryOfUser);
        }
        factory = S3FileIOAwsClientFactories.initialize(users);
    }

    @Override
    public S3Client s3() {
        Object made = Objects.requireNonNull(factory, "initialize has not been called");
        return new VersionCheckingClient(
                made instanceof S3FileIOAwsClientFactory s3 ? s3.s3() : ((AwsClientFactory) made).s3());
    }

    @Override
    public S3AsyncClient s3Async() {
        Object made = Objects.requireNonNull(factory, "initialize has not been called");
        return made instanceof S3FileIOAwsClientFactory s3 ? s3.s3Async() : ((AwsClientFactory) made).s3Async();
    }
}
