package io.tiercel.coordinator.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tiercel.security.CallHeaders;
import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HadoopAuthenticatorTest {
    static Stream<Arguments> problems() {
        InvalidToken standby = new InvalidToken("StandbyException");
        standby.initCause(new StandbyException("standby"));
        return Stream.of(
                Arguments.of(new InvalidToken("can't be found in cache"), Status.Code.UNAUTHENTICATED),
                Arguments.of(new InvalidToken("token is expired"), Status.Code.UNAUTHENTICATED),
                Arguments.of(standby, Status.Code.UNAVAILABLE),
                Arguments.of(new StandbyException("standby"), Status.Code.UNAVAILABLE),
                Arguments.of(new RetriableException("starting"), Status.Code.UNAVAILABLE),
                Arguments.of(new IOException("no connection"), Status.Code.UNAVAILABLE));
    }

    /** A caller of which the NameNode cannot tell now asks the other coordinator with the same token. */
    @ParameterizedTest
    @MethodSource("problems")
    void onlyATokenThatIsNotGoodIsRefused(IOException problem, Status.Code expected) throws IOException {
        HadoopAuthenticator authenticator = new HadoopAuthenticator(
                (token, id) -> {
                    throw problem;
                },
                new KerberosSessions(request -> "nobody", principal -> true, () -> 0, () -> 0));
        Metadata headers = new Metadata();
        DelegationTokenIdentifier id = new DelegationTokenIdentifier(new Text("alice"), new Text("rm"), new Text(""));
        headers.put(
                CallHeaders.TOKEN,
                new Token<>(id.getBytes(), new byte[] {1}, id.getKind(), new Text("hdfs")).encodeToUrlString());
        StatusRuntimeException refusal =
                catchThrowableOfType(StatusRuntimeException.class, () -> authenticator.authenticate(headers));
        assertThat(refusal.getStatus().getCode()).isEqualTo(expected);
    }
}
