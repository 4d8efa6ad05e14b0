/** What a NameNode feels of the coordinator that it hosts. */
@NullMarked
package io.tiercel.bench.namenode;

import org.jspecify.annotations.NullMarked;
