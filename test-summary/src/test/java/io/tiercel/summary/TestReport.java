package io.tiercel.summary;

import java.io.IOException;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * The report of one test class.
 *
 * @param name the class, without its package
 * @param integration whether Failsafe ran it
 * @param tests how many it has, skipped ones included
 * @param skipped how many of them were skipped
 * @param seconds how long it took
 */
record TestReport(String name, boolean integration, int tests, int skipped, double seconds) {
    /** Reads a {@code TEST-….xml} as Surefire and Failsafe write it. */
    static TestReport read(Path file, boolean integration) throws IOException {
        try {
            Element suite = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
            String name = suite.getAttribute("name");
            return new TestReport(
                    name.substring(name.lastIndexOf('.') + 1),
                    integration,
                    Integer.parseInt(suite.getAttribute("tests")),
                    Integer.parseInt(suite.getAttribute("skipped")),
                    Double.parseDouble(suite.getAttribute("time").replace(",", "")));
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(file + " is not a test report", e);
        }
    }
}
