/** Readers that are processes of their own: with Hadoop of earlier versions, or with fewer rights. */
@NullMarked
package io.tiercel.cachefs.process;

import org.jspecify.annotations.NullMarked;
