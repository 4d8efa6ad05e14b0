@NullMarked
package io.tiercel.prefetch.model;

import org.jspecify.annotations.NullMarked;
