package io.tiercel.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.yarn.NodeChoice.Node;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RackNamesTest {
    private static final List<Node> NODES = List.of(new Node("n1", "/east"), new Node("n2", "/west"));

    @Test
    void aRackThatNoNodeHasIsNamedWithTheHost() {
        assertThat(RackNames.mismatch(Set.of("n2", "/default-rack"), NODES))
                .hasValue("asks for host n2 of rack /west and for /default-rack, which no node has");
    }

    @Test
    void racksAsTheResourceManagerHasThemSayNothing() {
        assertThat(RackNames.mismatch(Set.of("n1", "n2", "/east", "/west"), NODES))
                .isEmpty();
    }

    @Test
    void aRackWhoseContainersWereGrantedSaysNothing() {
        assertThat(RackNames.mismatch(Set.of("n1", "n2", "/west"), NODES)).isEmpty();
    }

    @Test
    void aHostThatHasGoneSaysNothing() {
        assertThat(RackNames.mismatch(Set.of("n1", "n3", "/east", "/north"), NODES))
                .isEmpty();
    }
}
