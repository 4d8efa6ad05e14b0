package io.tiercel.testkit.node;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/**
 * Runs another main class and ties its life to the controlling process: when standard input reaches its end, because
 * the controller closed it or died in whatever way, this process and all its children are gone at once.
 *
 * <p>Standard input and output are the control channel. A request is one line of words separated by tabs,
 * {@code object name, operation, arguments…}; it is the call of an operation, all of whose parameters are strings, on an
 * MBean of this process. The answer is {@code ok} or {@code error <reason>}, then the lines of the result, then a line
 * with a single dot. The daemon's own output goes to standard error.
 */
public final class Tether {
    private static final String END_OF_ANSWER = ".";

    private Tether() {}

    /** First argument: the main class to run; the others are its own. */
    public static void main(String[] args) {
        PrintStream answers = System.out;
        System.setOut(System.err);
        Thread control = new Thread(() -> serve(answers), "tether");
        control.setDaemon(true);
        control.start();
        run(args[0], Arrays.copyOfRange(args, 1, args.length));
    }

    private static void run(String mainClass, String[] args) {
        try {
            Class.forName(mainClass).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            fail(e.getCause());
        } catch (ReflectiveOperationException e) {
            fail(e);
        }
    }

    /** Ends the process as an uncaught error in an ordinary main does, but also when other threads would keep it alive. */
    private static void fail(Throwable cause) {
        cause.printStackTrace();
        System.exit(1);
    }

    private static void serve(PrintStream answers) {
        try (BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                answers.print(answer(List.of(line.split("\t", -1))) + END_OF_ANSWER + "\n");
                answers.flush();
            }
        } catch (IOException e) {
            System.err.println("The control channel broke: " + e.getMessage());
        } finally {
            endWithChildren();
        }
    }

    private static String answer(List<String> request) {
        try {
            String result = invoke(request.get(0), request.get(1), request.subList(2, request.size()));
            return result.isEmpty() || result.endsWith("\n") ? "ok\n" + result : "ok\n" + result + "\n";
        } catch (RuntimeMBeanException e) {
            return "error " + oneLine(e.getCause()) + "\n";
        } catch (JMException | RuntimeException e) {
            return "error " + oneLine(e.getCause() == null ? e : e.getCause()) + "\n";
        }
    }

    private static String invoke(String object, String operation, List<String> arguments) throws JMException {
        String[] signature = new String[arguments.size()];
        Arrays.fill(signature, String.class.getName());
        Object result = ManagementFactory.getPlatformMBeanServer()
                .invoke(new ObjectName(object), operation, arguments.toArray(), signature);
        return result == null ? "" : result.toString();
    }

    private static String oneLine(Throwable cause) {
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return message.replace('\n', ' ');
    }

    /** Children first: a Spark Worker's executors have nobody else who would end them at once. */
    private static void endWithChildren() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(0);
    }
}
