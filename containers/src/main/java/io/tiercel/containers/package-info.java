/**
 * Shared parts of several engines' application masters: decides which waiting task gets which allocated container of YARN, by what tasks
 * read and where that lies.
 */
@NullMarked
package io.tiercel.containers;

import org.jspecify.annotations.NullMarked;
