/** The reference of the commands: it needs all of them, and only this module has all. */
@NullMarked
package io.tiercel.demo.reference;

import org.jspecify.annotations.NullMarked;
