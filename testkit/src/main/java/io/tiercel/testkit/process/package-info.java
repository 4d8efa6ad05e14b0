@NullMarked
package io.tiercel.testkit.process;

import org.jspecify.annotations.NullMarked;
