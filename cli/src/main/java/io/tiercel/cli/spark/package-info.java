@NullMarked
package io.tiercel.cli.spark;

import org.jspecify.annotations.NullMarked;
