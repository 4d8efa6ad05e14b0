/** A Kerberos realm and certificates of its own, for clusters in tests. */
@NullMarked
package io.tiercel.testkit.secure;

import org.jspecify.annotations.NullMarked;
