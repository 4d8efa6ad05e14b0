/** How a caller of the coordinator proves who it is, and how the connection is encrypted. All of it comes from Hadoop's configuration. */
@NullMarked
package io.tiercel.security;

import org.jspecify.annotations.NullMarked;
