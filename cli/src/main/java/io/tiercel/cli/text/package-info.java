@NullMarked
package io.tiercel.cli.text;

import org.jspecify.annotations.NullMarked;
