/** Applications that run on several Sparks, with the file system that one of them reads: what their jar holds, and no more. */
@NullMarked
package io.tiercel.suites.app;

import org.jspecify.annotations.NullMarked;
