/** Reading by pages: from a node's cache, else from the stock stream. Hadoop 3.3.4 and later. */
@NullMarked
package io.tiercel.cachefs.stream;

import org.jspecify.annotations.NullMarked;
