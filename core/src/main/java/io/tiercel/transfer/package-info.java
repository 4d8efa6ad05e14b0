/**
 * Decides which blocks are copied from shared storage into the caches of nodes, when, and to which node: the compute-aware data
 * transfer scheduler of MixApart (algorithm 2, sections 4 to 6 and 8.2).
 *
 * <p>{@link io.tiercel.transfer.TransferScheduler} is what a caller talks to. {@link io.tiercel.transfer.SourceBandwidth} says how much of a
 * source's bandwidth transfers may take, {@link io.tiercel.transfer.IsolationQuanta} when they may start. Decision 1607 says what the paper
 * leaves open. {@link io.tiercel.transfer.HashRing} names nodes without anybody who decides.
 */
@NullMarked
package io.tiercel.transfer;

import org.jspecify.annotations.NullMarked;
