/** Iceberg's files on a node's cache. Iceberg loads it by a catalog's property; no path changes. */
@NullMarked
package io.tiercel.cachefs.iceberg;

import org.jspecify.annotations.NullMarked;
