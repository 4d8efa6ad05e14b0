/** A real browser, for tests of pages: Chromium, driven by Selenium. */
@NullMarked
package io.tiercel.spark.browser;

import org.jspecify.annotations.NullMarked;
