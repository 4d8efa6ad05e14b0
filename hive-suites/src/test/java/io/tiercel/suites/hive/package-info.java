@NullMarked
package io.tiercel.suites.hive;

import org.jspecify.annotations.NullMarked;
