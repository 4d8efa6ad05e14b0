/** What a build says of its tests at its end. */
@NullMarked
package io.tiercel.summary;

import org.jspecify.annotations.NullMarked;
