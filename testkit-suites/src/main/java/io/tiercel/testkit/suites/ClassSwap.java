package io.tiercel.testkit.suites;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites compiled tests so that they construct and extend our classes where they do so with an engine's.
 *
 * <p>It changes the class of {@code new}, the class whose constructor or {@code super} method is called, and the superclass. Types of fields,
 * parameters and results stay as they are: ours are subclasses.
 */
public final class ClassSwap {
    private static final int API = Opcodes.ASM9;

    private final Map<String, String> swaps;
    private final boolean swapsLiterals;
    private final @Nullable String tally;

    private ClassSwap(Map<String, String> swaps, boolean swapsLiterals, @Nullable String tally) {
        this.swaps = swaps;
        this.swapsLiterals = swapsLiterals;
        this.tally = tally;
    }

    /** @param swaps from the name of an engine's class to that of ours, which extends it */
    public static ClassSwap of(Map<String, String> swaps) {
        return new ClassSwap(
                swaps.entrySet().stream()
                        .collect(Collectors.toUnmodifiableMap(
                                entry -> internal(entry.getKey()), entry -> internal(entry.getValue()))),
                false,
                null);
    }

    /** Changes class literals too, as of tests that have a class loaded or mocked. */
    public ClassSwap withLiterals() {
        return new ClassSwap(swaps, true, tally);
    }

    /**
     * Adds a call after each construction of our classes, so that a run can prove that it happened.
     *
     * @param with a class with a public static method {@code constructed} that takes the constructed class's name
     */
    public ClassSwap tallying(Class<?> with) {
        return new ClassSwap(swaps, swapsLiterals, internal(with.getName()));
    }

    private static String internal(String name) {
        return name.replace('.', '/');
    }

    /**
     * A class file as rewritten.
     *
     * @param places how many were changed; with 0 the class is as it was
     */
    public record Rewritten(byte[] bytes, int places) {}

    public Rewritten rewrite(byte[] classFile) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        Swap swap = new Swap(writer);
        new ClassReader(classFile).accept(swap, 0);
        return new Rewritten(writer.toByteArray(), swap.places);
    }

    /**
     * Writes those classes of a jar that name the engine's classes, rewritten, below a directory.
     *
     * @param folder of the jar, with a slash at its end; empty for all of it
     * @return the number of places changed
     */
    public int rewrite(Path jar, String folder, Path into) {
        try (JarFile file = new JarFile(jar.toFile())) {
            int places = 0;
            for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
                if (entry.getName().startsWith(folder) && entry.getName().endsWith(".class")) {
                    places += rewrite(file, entry, into.resolve(entry.getName()));
                }
            }
            return places;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int rewrite(JarFile file, JarEntry entry, Path target) throws IOException {
        try (InputStream in = file.getInputStream(entry)) {
            Rewritten rewritten = rewrite(in.readAllBytes());
            if (rewritten.places() > 0) {
                Files.createDirectories(target.getParent());
                Files.write(target, rewritten.bytes());
            }
            return rewritten.places();
        }
    }

    private final class Swap extends ClassVisitor {
        private int places;

        Swap(ClassVisitor next) {
            super(API, next);
        }

        private String swapped(String internalName) {
            String ours = swaps.get(internalName);
            if (ours == null) {
                return internalName;
            }
            places++;
            return ours;
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            super.visit(version, access, name, signature, swapped(superName), interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(API, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                @Override
                public void visitLdcInsn(Object constant) {
                    boolean isClass = constant instanceof Type type && type.getSort() == Type.OBJECT;
                    super.visitLdcInsn(
                            swapsLiterals && isClass
                                    ? Type.getObjectType(swapped(((Type) constant).getInternalName()))
                                    : constant);
                }

                @Override
                public void visitTypeInsn(int opcode, String type) {
                    super.visitTypeInsn(opcode, opcode == Opcodes.NEW ? swapped(type) : type);
                }

                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String method, String ofMethod, boolean isInterface) {
                    boolean isSwapped = opcode == Opcodes.INVOKESPECIAL && swaps.containsKey(owner);
                    String target = isSwapped ? swapped(owner) : owner;
                    super.visitMethodInsn(opcode, target, method, ofMethod, isInterface);
                    if (tally != null && isSwapped && method.equals("<init>")) {
                        super.visitLdcInsn(target.replace('/', '.'));
                        super.visitMethodInsn(
                                Opcodes.INVOKESTATIC, tally, "constructed", "(Ljava/lang/String;)V", false);
                    }
                }
            };
        }
    }
}
