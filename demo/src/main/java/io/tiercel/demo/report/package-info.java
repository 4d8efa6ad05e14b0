/** What the demo measured, and how it is shown: as a table, as JSON and as a page with charts. */
@NullMarked
package io.tiercel.demo.report;

import org.jspecify.annotations.NullMarked;
