/**
 * The scene <em>one slow node</em>: files are brought into memory while some of the devices are slowed down, now and then or for good
 * (DYRS, figures 8 to 10 and table II).
 */
@NullMarked
package io.tiercel.demo.slownode;

import org.jspecify.annotations.NullMarked;
