/** Pages with charts and tables. */
@NullMarked
package io.tiercel.cli.page;

import org.jspecify.annotations.NullMarked;
