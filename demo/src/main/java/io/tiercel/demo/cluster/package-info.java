@NullMarked
package io.tiercel.demo.cluster;

import org.jspecify.annotations.NullMarked;
