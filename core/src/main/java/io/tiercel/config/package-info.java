/**
 * Configuration, declared once: key, type, default, range, documentation and the version since which it exists. The
 * reference page is generated from the declarations. Imports nothing but the JDK, and reads nothing but the map it is given.
 */
@NullMarked
package io.tiercel.config;

import org.jspecify.annotations.NullMarked;
