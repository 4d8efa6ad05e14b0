package io.tiercel.suites;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites compiled test suites so that they construct, and extend, a subclass where they name a class.
 *
 * <p>Three things change: the class of {@code new}, the class whose constructor or {@code super} method is called, and the
 * superclass. Types of fields, parameters and results stay as they are, which holds because what is put in is a subclass.
 * After each construction a call of {@link Tally#constructed} is added, so that a run can prove that it happened.
 */
final class SuiteRewriter {
    private static final int API = Opcodes.ASM9;
    private static final String TALLY = Tally.class.getName().replace('.', '/');

    private final Map<String, String> subclasses;

    /**
     * @param subclasses binary name of the subclass to put in, by that of the class it stands in for
     */
    SuiteRewriter(Map<String, String> subclasses) {
        this.subclasses = subclasses.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        entry -> internal(entry.getKey()), entry -> internal(entry.getValue())));
    }

    /** A class file as rewritten; {@code places} counts what was changed, and 0 means that the bytes mean what they meant. */
    record Rewritten(byte[] bytes, int places) {}

    Rewritten rewrite(byte[] classFile) {
        var reader = new ClassReader(classFile);
        var writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        var visitor = new Substitution(writer);
        reader.accept(visitor, 0);
        return new Rewritten(writer.toByteArray(), visitor.places);
    }

    /**
     * Writes those classes of a jar that name a class to be replaced, rewritten, below a directory.
     *
     * @param folder the folder of the jar to look at, with a slash at its end
     * @return the number of places changed
     */
    int rewrite(Path jar, String folder, Path into) {
        try (var file = new JarFile(jar.toFile())) {
            int places = 0;
            for (var entry : (Iterable<JarEntry>) file.stream()::iterator) {
                if (!entry.getName().startsWith(folder) || !entry.getName().endsWith(".class")) continue;
                Rewritten rewritten;
                try (var in = file.getInputStream(entry)) {
                    rewritten = rewrite(in.readAllBytes());
                }
                if (rewritten.places() == 0) continue;
                places += rewritten.places();
                Path target = into.resolve(entry.getName());
                Files.createDirectories(target.getParent());
                Files.write(target, rewritten.bytes());
            }
            return places;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String internal(String binaryName) {
        return binaryName.replace('.', '/');
    }

    private final class Substitution extends ClassVisitor {
        private int places;

        Substitution(ClassVisitor next) {
            super(API, next);
        }

        private String substitute(String internalName) {
            String subclass = subclasses.get(internalName);
            if (subclass == null) return internalName;
            places++;
            return subclass;
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            super.visit(version, access, name, signature, substitute(superName), interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(API, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                @Override
                public void visitTypeInsn(int opcode, String type) {
                    super.visitTypeInsn(opcode, opcode == Opcodes.NEW ? substitute(type) : type);
                }

                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String method, String methodDescriptor, boolean isInterface) {
                    boolean special = opcode == Opcodes.INVOKESPECIAL && subclasses.containsKey(owner);
                    String target = special ? substitute(owner) : owner;
                    super.visitMethodInsn(opcode, target, method, methodDescriptor, isInterface);
                    if (special && method.equals("<init>")) {
                        super.visitLdcInsn(target.replace('/', '.'));
                        super.visitMethodInsn(
                                Opcodes.INVOKESTATIC, TALLY, "constructed", "(Ljava/lang/String;)V", false);
                    }
                }
            };
        }
    }
}
