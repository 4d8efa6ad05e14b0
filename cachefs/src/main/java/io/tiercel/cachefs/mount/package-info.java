/** Files of mounted shared storage, such as NFS, on a node's cache. Paths stay those of Hadoop's local file system. */
@NullMarked
package io.tiercel.cachefs.mount;

import org.jspecify.annotations.NullMarked;
