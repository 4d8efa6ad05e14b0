/** Decision records and stage summaries as JSON lines, over Jackson's streaming API, which Spark brings along. */
@NullMarked
package io.tiercel.json;

import org.jspecify.annotations.NullMarked;
