/** What Tiercel publishes about itself: the page that lists it, and the dashboards and alert rules that use it. */
@NullMarked
package io.tiercel.bench.metrics;

import org.jspecify.annotations.NullMarked;
