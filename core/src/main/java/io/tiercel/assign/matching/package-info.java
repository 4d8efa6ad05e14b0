@NullMarked
package io.tiercel.assign.matching;

import org.jspecify.annotations.NullMarked;
