package io.tiercel.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Metadata;
import io.tiercel.security.Identity.NoProofException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tokens live for a second of the test's time. */
class DelegationTokenTest {
    private final UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
    private final DelegationToken identity =
            new DelegationToken(alice, TokenFileSystem.conf(), () -> TokenFileSystem.now);

    @BeforeEach
    void start() {
        TokenFileSystem.reset();
        alice.setAuthenticationMethod(AuthenticationMethod.KERBEROS);
    }

    private String shown() throws IOException {
        Token<?> token = new Token<>();
        token.decodeFromUrlString(identity.show().get(CallHeaders.TOKEN));
        return TokenFileSystem.name(token);
    }

    @Test
    void theNextTokenIsFetchedAtThreeQuartersOfItsLife() throws IOException {
        assertThat(shown()).isEqualTo("token-1");
        TokenFileSystem.now += 749;
        assertThat(shown()).isEqualTo("token-1");
        TokenFileSystem.now += 1;
        assertThat(shown()).isEqualTo("token-2");
        assertThat(TokenFileSystem.CANCELLED)
                .as("calls may be under way with it")
                .isEmpty();
        TokenFileSystem.now += 750;
        assertThat(shown()).isEqualTo("token-3");
        assertThat(TokenFileSystem.CANCELLED).containsExactly("token-1");
        identity.close();
        assertThat(TokenFileSystem.CANCELLED).containsExactly("token-1", "token-2", "token-3");
        assertThatThrownBy(this::shown).hasMessage("closed");
    }

    @Test
    void whileTheKdcIsAwayTheLastTokenIsShownUntilItEnds() throws IOException {
        assertThat(shown()).isEqualTo("token-1");
        TokenFileSystem.isAway = true;
        TokenFileSystem.now += 999;
        assertThat(shown()).isEqualTo("token-1");
        TokenFileSystem.now += 1;
        assertThatThrownBy(this::shown)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NoProofException.class)
                .hasMessage("no delegation token to be had from HDFS: the KDC is away, says the test");
        TokenFileSystem.isAway = false;
        assertThat(shown()).isEqualTo("token-2");
    }

    @Test
    void aTokenThatIsNotBelievedIsReplacedAtOnce() throws IOException {
        Metadata first = identity.show();
        identity.refused(first);
        assertThat(shown()).isEqualTo("token-2");
        identity.refused(first);
        assertThat(shown()).as("an earlier call was refused").isEqualTo("token-2");
        identity.close();
        assertThat(TokenFileSystem.CANCELLED).containsExactly("token-1", "token-2");
    }

    /** The last token is refused, and shown until some milliseconds have passed. Then the next is shown. */
    private void assertPaused(long millis) throws IOException {
        String last = shown();
        identity.refused(identity.show());
        TokenFileSystem.now += millis - 1;
        assertThat(shown()).isEqualTo(last);
        TokenFileSystem.now += 1;
        assertThat(shown()).isNotEqualTo(last);
    }

    @Test
    void pausesGrowToFiveMinutesUntilATokenIsBelieved() throws IOException {
        TokenFileSystem.lifeMillis = 86_400_000;
        identity.refused(identity.show());
        for (long pause : new long[] {10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000}) {
            assertPaused(pause);
        }
        assertThat(TokenFileSystem.CANCELLED).as("at most two are left").hasSize(TokenFileSystem.given - 2);
        TokenFileSystem.now += 300_000;
        identity.accepted(new Metadata());
        identity.refused(identity.show());
        assertPaused(10_000);
    }

    @Test
    void aRefusedTokenIsFollowedInTimeDuringAPause() throws IOException {
        identity.refused(identity.show());
        identity.refused(identity.show());
        TokenFileSystem.now += 749;
        assertThat(shown()).isEqualTo("token-2");
        TokenFileSystem.now += 1;
        assertThat(shown()).isEqualTo("token-3");
    }

    @Test
    void aClockThatIsSetBackEndsAPause() throws IOException {
        identity.refused(identity.show());
        identity.refused(identity.show());
        TokenFileSystem.now -= 3_600_000;
        assertThat(shown()).isEqualTo("token-3");
    }

    static Stream<Exception> problems() {
        return Stream.of(new IOException("not the renewer"), new IllegalStateException("no renewer"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void aTokenThatIsNotRenewedIsCancelledAndTheNextFetchedAfterAPause(Exception problem) throws IOException {
        TokenFileSystem.renewalProblem = problem;
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(this::shown)
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessageStartingWith("no delegation token to be had from HDFS: ")
                    .hasMessageEndingWith(problem.getMessage());
        }
        assertThat(TokenFileSystem.CANCELLED).containsExactly("token-1");
        TokenFileSystem.renewalProblem = null;
        TokenFileSystem.now += 10_000;
        assertThat(shown()).isEqualTo("token-2");
    }

    @Test
    void aRefusedTokenThatCannotBeReplacedIsShownForAPause() throws IOException {
        TokenFileSystem.lifeMillis = 86_400_000;
        identity.refused(identity.show());
        TokenFileSystem.isAway = true;
        assertThat(shown()).isEqualTo("token-1");
        identity.refused(identity.show());
        TokenFileSystem.isAway = false;
        TokenFileSystem.now += 9_999;
        assertThat(shown()).as("the KDC is not asked for each call").isEqualTo("token-1");
        TokenFileSystem.now += 1;
        assertThat(shown()).isEqualTo("token-2");
    }

    @Test
    void aTokenThatIsFetchedDuringTheCloseIsCancelled() {
        TokenFileSystem.beforeGiving = identity::close;
        assertThatThrownBy(this::shown).hasMessageEndingWith("closed");
        assertThat(TokenFileSystem.CANCELLED).containsExactly("token-1");
    }

    @Test
    void aFileSystemWithoutTokensIsNamed() {
        TokenFileSystem.hasTokens = false;
        assertThatThrownBy(this::shown)
                .isInstanceOf(NoProofException.class)
                .hasMessage("token:/// (fs.defaultFS) has no delegation tokens; expected an HDFS");
    }

    @Test
    void aTokenInTheCredentialsGoesBefore() throws IOException {
        Token<?> own = new Token<>(
                "own".getBytes(StandardCharsets.US_ASCII), new byte[0], TokenFileSystem.KIND, new Text("any"));
        alice.addToken(new Text(TokenFileSystem.SERVICE), own);
        assertThat(shown()).isEqualTo("own");
        identity.close();
        assertThat(TokenFileSystem.given).isZero();
        assertThat(TokenFileSystem.CANCELLED).isEmpty();
    }

    @Test
    void nobodyWithoutATicketFetchesOne() {
        alice.setAuthenticationMethod(AuthenticationMethod.SIMPLE);
        assertThatThrownBy(this::shown)
                .isInstanceOf(NoProofException.class)
                .hasMessage("user alice has neither a delegation token of this HDFS nor a Kerberos ticket (kinit)");
        assertThat(TokenFileSystem.given).isZero();
    }
}
