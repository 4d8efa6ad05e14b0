package io.tiercel.cachefs.peer;

import io.tiercel.cachefs.store.PageFile;
import io.tiercel.cachefs.store.PagedObject;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A connection to a peer, for one reader. It trusts no peer: only whole pages that their checksums prove come out. */
final class PageConnection implements AutoCloseable {
    /** A list of millions of pages needs less. */
    private static final int MOST_OF_A_BODY = 256 << 20;

    private final Socket socket;
    private final PageProtocol protocol;
    private final String peer;
    private byte[] serversNonce = new byte[0];

    private PageConnection(Socket socket, PageProtocol protocol, String peer) {
        this.socket = socket;
        this.protocol = protocol;
        this.peer = peer;
    }

    /** @param nanos longest wait until the peer has answered */
    static PageConnection open(Peer peer, PageProtocol protocol, long nanos) throws IOException {
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            long deadline = System.nanoTime() + nanos;
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(peer.host(), peer.port()), millis(nanos));
            PageConnection connection = new PageConnection(socket, protocol, peer.toString());
            connection.serversNonce = connection.receive(PageProtocol.NONCE_BYTES, deadline);
            if (PageProtocol.isSame(connection.serversNonce, PageProtocol.busy())) {
                throw new BusyPeerException(connection.peer);
            }
            return connection;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * The page.
     *
     * @param nanos longest wait for all of it
     * @return null if the peer does not have it
     * @throws IOException if it does not come in time, or if anything else comes; the connection is of no use then
     */
    byte @Nullable [] read(PagedObject object, int page, long nanos) throws IOException {
        long deadline = System.nanoTime() + nanos;
        int length = object.length(page);
        byte[] header = ask(HexFormat.of().parseHex(object.id()), page, length, deadline);
        if (header == null) {
            return null;
        }
        byte[] bytes = receive(length, deadline); // As many as the page has, whatever the peer would send.
        if (!PageFile.isPage(header, object.id(), page, ByteBuffer.wrap(bytes))) {
            throw new IOException(peer + " has sent a damaged or foreign page");
        }
        return bytes;
    }

    /**
     * Has a command done.
     *
     * @param id what it is about
     * @param nanos longest wait for the whole answer
     * @return the answer's body
     */
    byte[] command(byte[] id, int command, long nanos) throws IOException {
        long deadline = System.nanoTime() + nanos;
        byte[] header = ask(id, command, 0, deadline);
        if (header == null) {
            throw new IOException(peer + " does not know this command");
        }
        long length = PageProtocol.bodyBytes(header);
        if (length < 0 || length > MOST_OF_A_BODY) {
            throw new IOException(peer + " would send " + length + " bytes");
        }
        byte[] body = receive((int) length, deadline);
        if (!PageProtocol.isSame(header, PageProtocol.header(body))) {
            throw new IOException(peer + " has sent a damaged answer");
        }
        return body;
    }

    /** @return the answer's header; null if the peer has nothing to send */
    private byte @Nullable [] ask(byte[] id, int page, int length, long deadline) throws IOException {
        byte[] asked = PageProtocol.asked(PageProtocol.nonce(), id, page, length);
        byte[] request = Arrays.copyOf(asked, PageProtocol.REQUEST_BYTES);
        System.arraycopy(
                protocol.proofOfRequest(serversNonce, asked),
                0,
                request,
                PageProtocol.ASKED_BYTES,
                PageProtocol.PROOF_BYTES);
        socket.getOutputStream().write(request);
        byte status = receive(1, deadline)[0];
        byte[] proof = receive(PageProtocol.PROOF_BYTES, deadline);
        byte[] header = receive(status == PageProtocol.PRESENT ? PageFile.HEADER_BYTES : 0, deadline);
        if (!PageProtocol.isSame(proof, protocol.proofOfAnswer(asked, status, header))) {
            throw new IOException(peer + " does not know the secret");
        }
        return status == PageProtocol.PRESENT ? header : null;
    }

    private byte[] receive(int length, long deadline) throws IOException {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            socket.setSoTimeout(millis(deadline - System.nanoTime()));
            int read = socket.getInputStream().read(bytes, at, length - at);
            if (read < 0) {
                throw new EOFException(peer + " has ended the connection");
            }
            at += read;
        }
        return bytes;
    }

    /** At least one: zero would be for ever. */
    private static int millis(long nanos) throws SocketTimeoutException {
        if (nanos <= 0) {
            throw new SocketTimeoutException("a page took too long");
        }
        return Math.toIntExact(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
