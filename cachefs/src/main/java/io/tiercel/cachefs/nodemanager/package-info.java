/** A cache agent inside a NodeManager of YARN. */
@NullMarked
package io.tiercel.cachefs.nodemanager;

import org.jspecify.annotations.NullMarked;
