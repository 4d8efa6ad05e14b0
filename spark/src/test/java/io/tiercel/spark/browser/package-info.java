/** A real browser, for tests of pages: Chromium, driven over its own DevTools protocol, so that nothing else is needed. */
@NullMarked
package io.tiercel.spark.browser;

import org.jspecify.annotations.NullMarked;
