/** The application that runs on several Sparks, with the file system that it reads: what its jar holds, and no more. */
@NullMarked
package io.tiercel.suites.app;

import org.jspecify.annotations.NullMarked;
