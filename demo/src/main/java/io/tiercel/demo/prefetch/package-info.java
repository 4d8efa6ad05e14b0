/**
 * The scene <em>prefetch</em>: cold jobs of growing size, and applications that compute more or less, with input brought into memory in
 * several ways (Trident, section 7.4: figures 16 and 17, table 4).
 */
@NullMarked
package io.tiercel.demo.prefetch;

import org.jspecify.annotations.NullMarked;
