/**
 * The scene <em>lead time</em>: the input of a job over cold data is hinted some time before the job starts (DYRS, figures 4 and 11 and
 * table I).
 */
@NullMarked
package io.tiercel.demo.leadtime;

import org.jspecify.annotations.NullMarked;
