/**
 * What the application masters of several engines share: decides which waiting task gets which allocated container of YARN, by what tasks
 * read and where that lies.
 */
@NullMarked
package io.tiercel.containers;

import org.jspecify.annotations.NullMarked;
