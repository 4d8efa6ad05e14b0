/**
 * The ledger of claims and of blocks' places: jobs, files, blocks, agents and devices. The entries are shared by the rooms of
 * {@code io.tiercel.migrate} alone; everybody else asks {@link io.tiercel.migrate.Migrations}.
 */
@NullMarked
package io.tiercel.migrate.ledger;

import org.jspecify.annotations.NullMarked;
