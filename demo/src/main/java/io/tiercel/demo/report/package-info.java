/** Reports: claims, tables and charts, written as JSON and as a page. */
@NullMarked
package io.tiercel.demo.report;

import org.jspecify.annotations.NullMarked;
