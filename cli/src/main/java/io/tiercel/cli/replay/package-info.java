@NullMarked
package io.tiercel.cli.replay;

import org.jspecify.annotations.NullMarked;
