package io.tiercel.suites;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** The tests of one suite as ScalaTest's JUnit XML reporter wrote them, in the order they ran. */
record SuiteReport(String suite, List<Case> cases) {
    /** A test; it passed if nothing went wrong, and a test that was ignored or cancelled did not pass. */
    record Case(String name, Optional<String> problem) {}

    /** Reads {@code TEST-<suite>.xml} of a directory. */
    static SuiteReport read(Path directory, String suite) {
        Path file = directory.resolve("TEST-" + suite + ".xml");
        try {
            var root = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
            var cases = new ArrayList<Case>();
            for (Element test : children(root)) {
                if (test.getTagName().equals("testcase")) cases.add(new Case(test.getAttribute("name"), problem(test)));
            }
            return new SuiteReport(suite, List.copyOf(cases));
        } catch (IOException e) {
            throw new UncheckedIOException("no report of " + suite + " in " + file, e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(file + " is not a report in JUnit's XML", e);
        }
    }

    private static Optional<String> problem(Element test) {
        for (Element child : children(test)) {
            switch (child.getTagName()) {
                case "failure", "error" -> {
                    return Optional.of(child.getAttribute("message") + "\n" + child.getTextContent());
                }
                case "skipped" -> {
                    return Optional.of("was not run");
                }
                default -> {}
            }
        }
        return Optional.empty();
    }

    private static List<Element> children(Element parent) {
        var children = new ArrayList<Element>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) children.add(element);
        }
        return children;
    }
}
