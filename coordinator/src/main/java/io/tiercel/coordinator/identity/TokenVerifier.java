package io.tiercel.coordinator.identity;

import io.tiercel.hdfs.resolve.Caller;
import java.io.IOException;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.security.token.Token;

/** Asks the NameNode whether a delegation token is good, and whose it is. */
@FunctionalInterface
public interface TokenVerifier {
    /**
     * @param id what {@code token}'s identifier says
     * @throws org.apache.hadoop.security.token.SecretManager.InvalidToken if it is forged, expired, cancelled or of another HDFS
     * @throws IOException if the NameNode cannot say
     */
    Caller verify(Token<DelegationTokenIdentifier> token, DelegationTokenIdentifier id) throws IOException;
}
