package io.tiercel.suites.yarn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites compiled tests of YARN so that they name, construct and extend our scheduler where they do so with the Capacity Scheduler.
 * Types of fields, parameters and results stay as they are: ours is a subclass.
 */
final class SchedulerSwap {
    private static final int API = Opcodes.ASM9;
    private static final String PACKAGE = "org/apache/hadoop/yarn/server/resourcemanager/scheduler/capacity/";
    private static final String STOCK = PACKAGE + "CapacityScheduler";
    private static final String OURS = PACKAGE + "TiercelCapacityScheduler";

    private int places;

    /**
     * Writes those classes of a jar that name the scheduler, rewritten, below a directory.
     *
     * @return the number of places changed
     */
    static int rewrite(Path jar, Path into) {
        SchedulerSwap swap = new SchedulerSwap();
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
        if (!STOCK.equals(internalName)) {
            return internalName;
        }
        places++;
        return OURS;
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
