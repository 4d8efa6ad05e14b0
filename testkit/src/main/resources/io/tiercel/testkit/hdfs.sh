#!/bin/sh
# The hdfs command on this cluster.
case "$1" in
dfs) main=org.apache.hadoop.fs.FsShell ;;
dfsadmin) main=org.apache.hadoop.hdfs.tools.DFSAdmin ;;
fsck) main=org.apache.hadoop.hdfs.tools.DFSck ;;
storagepolicies) main=org.apache.hadoop.hdfs.tools.StoragePolicyAdmin ;;
*) echo "usage: hdfs dfs|dfsadmin|fsck|storagepolicies ..." >&2; exit 2 ;;
esac
shift
exec %s -cp %s "$main" "$@"
