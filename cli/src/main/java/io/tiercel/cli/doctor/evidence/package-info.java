/** What {@code tiercel doctor} can see of a cluster. It is gathered once; nobody judges it here. */
@NullMarked
package io.tiercel.cli.doctor.evidence;

import org.jspecify.annotations.NullMarked;
