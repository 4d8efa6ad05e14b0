@NullMarked
package io.tiercel.testkit.s3;

import org.jspecify.annotations.NullMarked;
