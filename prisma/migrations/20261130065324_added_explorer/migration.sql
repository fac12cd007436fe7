-- CreateTable
CREATE TABLE "explorer_nodes" (
    "no" SERIAL NOT NULL,
    "rule_set" INTEGER NOT NULL,
    "position" BYTEA NOT NULL,
    "best" INTEGER[],
    "best_renown" SMALLINT[],

    CONSTRAINT "explorer_nodes_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "explorer_moves" (
    "node" INTEGER NOT NULL,
    "move" SMALLINT NOT NULL,
    "light" INTEGER NOT NULL,
    "draws" INTEGER NOT NULL,
    "dark" INTEGER NOT NULL,
    "unfinished" INTEGER NOT NULL,
    "balance" BIGINT NOT NULL,
    "last_ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "explorer_moves_pkey" PRIMARY KEY ("node","move")
);

-- CreateTable
CREATE TABLE "explorer_periods" (
    "node" INTEGER NOT NULL,
    "period" INTEGER NOT NULL,
    "move" SMALLINT NOT NULL,
    "band" SMALLINT NOT NULL,
    "light" INTEGER NOT NULL,
    "draws" INTEGER NOT NULL,
    "dark" INTEGER NOT NULL,
    "unfinished" INTEGER NOT NULL,
    "balance" BIGINT NOT NULL,
    "last_ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "explorer_periods_pkey" PRIMARY KEY ("node","period","move","band")
);

-- CreateTable
CREATE TABLE "explorer_wishes" (
    "rule_set" INTEGER NOT NULL,
    "position" BYTEA NOT NULL,

    CONSTRAINT "explorer_wishes_pkey" PRIMARY KEY ("rule_set","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "explorer_nodes_rule_set_position_key" ON "explorer_nodes"("rule_set", "position");

-- Written by hand from here on.
ALTER TABLE "explorer_nodes"
  ALTER COLUMN "best" SET NOT NULL,
  ALTER COLUMN "best_renown" SET NOT NULL,
  ADD CONSTRAINT "explorer_nodes_position" CHECK (octet_length("position") = 31),
  ADD CONSTRAINT "explorer_nodes_best" CHECK (cardinality("best") = cardinality("best_renown") AND cardinality("best") <= 5);
ALTER TABLE "explorer_moves" ADD CONSTRAINT "explorer_moves_move" CHECK ("move" BETWEEN -1 AND 2499);
ALTER TABLE "explorer_periods"
  ADD CONSTRAINT "explorer_periods_move" CHECK ("move" BETWEEN -1 AND 2499),
  ADD CONSTRAINT "explorer_periods_band" CHECK ("band" >= 0);
ALTER TABLE "explorer_wishes" ADD CONSTRAINT "explorer_wishes_position" CHECK (octet_length("position") = 31);

-- Counts change in place where there is room on the page.
ALTER TABLE "explorer_nodes" SET (fillfactor = 80);
ALTER TABLE "explorer_moves" SET (fillfactor = 80);
ALTER TABLE "explorer_periods" SET (fillfactor = 80);
