/** The scene <em>re-use</em>: two identical jobs one after the other, on nodes whose memory holds some of the input (Quartet, figures 1 and 2). */
@NullMarked
package io.tiercel.demo.reuse;

import org.jspecify.annotations.NullMarked;
