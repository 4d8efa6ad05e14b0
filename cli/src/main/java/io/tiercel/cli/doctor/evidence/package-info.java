/** The evidence of {@code tiercel doctor}: facts about a cluster. It is gathered once; nobody judges it here. */
@NullMarked
package io.tiercel.cli.doctor.evidence;

import org.jspecify.annotations.NullMarked;
