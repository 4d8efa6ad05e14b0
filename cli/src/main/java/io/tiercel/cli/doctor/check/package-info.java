/** What {@code tiercel doctor} looks at: one class for each, listed by {@code Checks}. */
@NullMarked
package io.tiercel.cli.doctor.check;

import org.jspecify.annotations.NullMarked;
