package io.tiercel.testkit.suites;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites compiled tests so that they name, construct and extend our classes where they do so with an engine's. Types of fields, parameters
 * and results stay as they are: ours are subclasses.
 */
public final class ClassSwap {
    private static final int API = Opcodes.ASM9;

    private final Map<String, String> swaps;
    private int places;

    private ClassSwap(Map<String, String> swaps) {
        this.swaps = swaps;
    }

    /**
     * Writes those classes of a jar that name the engine's classes, rewritten, below a directory.
     *
     * @param swaps from the internal name of an engine's class to that of ours
     * @return the number of places changed
     */
    public static int rewrite(Path jar, Path into, Map<String, String> swaps) {
        ClassSwap swap = new ClassSwap(swaps);
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
                if (entry.getName().endsWith(".class")) {
                    swap.rewrite(file, entry, into.resolve(entry.getName()));
                }
            }
            return swap.places;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void rewrite(JarFile file, JarEntry entry, Path target) throws IOException {
        int before = places;
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(file.getInputStream(entry).readAllBytes()).accept(new Swap(writer), 0);
        if (places > before) {
            Files.createDirectories(target.getParent());
            Files.write(target, writer.toByteArray());
        }
    }

    private String swapped(String internalName) {
        String ours = swaps.get(internalName);
        if (ours == null) {
            return internalName;
        }
        places++;
        return ours;
    }

    private final class Swap extends ClassVisitor {
        Swap(ClassVisitor next) {
            super(API, next);
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
                            isClass ? Type.getObjectType(swapped(((Type) constant).getInternalName())) : constant);
                }

                @Override
                public void visitTypeInsn(int opcode, String type) {
                    super.visitTypeInsn(opcode, opcode == Opcodes.NEW ? swapped(type) : type);
                }

                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String method, String ofMethod, boolean isInterface) {
                    boolean isSpecial = opcode == Opcodes.INVOKESPECIAL;
                    super.visitMethodInsn(opcode, isSpecial ? swapped(owner) : owner, method, ofMethod, isInterface);
                }
            };
        }
    }
}
