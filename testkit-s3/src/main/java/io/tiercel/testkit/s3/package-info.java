/** A real S3 server on this machine, and a shared link to it that can fail. */
@NullMarked
package io.tiercel.testkit.s3;

import org.jspecify.annotations.NullMarked;
