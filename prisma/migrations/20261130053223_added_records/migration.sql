-- AlterTable
ALTER TABLE "players" ADD COLUMN     "name_key" TEXT NOT NULL DEFAULT '';

-- Written by hand: what src/players/name-key.ts makes of the names that are there already.
UPDATE "players" SET "name_key" = regexp_replace(normalize(lower(upper(normalize("display_name", NFKC))), NFKC), '\s', '', 'g');

-- CreateTable
CREATE TABLE "rule_sets" (
    "no" SERIAL NOT NULL,
    "preset" TEXT NOT NULL,
    "overrides" JSONB NOT NULL DEFAULT '{}',
    "key" TEXT NOT NULL,

    CONSTRAINT "rule_sets_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "persons" (
    "no" SERIAL NOT NULL,
    "player_id" UUID,
    "name" TEXT,
    "name_key" TEXT,

    CONSTRAINT "persons_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "collections" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "record_facets" (
    "no" SERIAL NOT NULL,
    "rule_set" INTEGER NOT NULL,
    "result" TEXT NOT NULL,
    "reason" TEXT,
    "rated" BOOLEAN,
    "source" TEXT NOT NULL,
    "time_control" TEXT,
    "visibility" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "games" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "record_facets_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "records" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "game_id" UUID,
    "rule_set" INTEGER NOT NULL,
    "facet" INTEGER NOT NULL,
    "start_position" TEXT,
    "moves" BYTEA NOT NULL,
    "opening" BYTEA,
    "signature" SMALLINT[],
    "plies" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "exact" BOOLEAN NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "first_day" DATE,
    "last_day" DATE,
    "uncertain_from" DATE,
    "light" INTEGER,
    "dark" INTEGER,
    "light_rating" SMALLINT,
    "dark_rating" SMALLINT,
    "renown" SMALLINT NOT NULL,
    "collection" INTEGER,
    "headers" JSONB,
    "comments" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "records_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "record_participants" (
    "person" INTEGER NOT NULL,
    "no" INTEGER NOT NULL,
    "side" TEXT NOT NULL,
    "opponent" INTEGER,
    "facet" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "plies" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "record_participants_pkey" PRIMARY KEY ("person","no","side")
);

-- CreateTable
CREATE TABLE "record_backlog" (
    "no" INTEGER NOT NULL,

    CONSTRAINT "record_backlog_pkey" PRIMARY KEY ("no")
);

-- CreateIndex
CREATE UNIQUE INDEX "rule_sets_key_key" ON "rule_sets"("key");

-- CreateIndex
CREATE UNIQUE INDEX "persons_player_id_key" ON "persons"("player_id");

-- CreateIndex
CREATE UNIQUE INDEX "persons_name_key_key" ON "persons"("name_key");

-- CreateIndex
CREATE UNIQUE INDEX "collections_id_key" ON "collections"("id");

-- CreateIndex
CREATE UNIQUE INDEX "collections_name_key_key" ON "collections"("name_key");

-- CreateIndex
CREATE UNIQUE INDEX "record_facets_key_key" ON "record_facets"("key");

-- CreateIndex
CREATE UNIQUE INDEX "records_id_key" ON "records"("id");

-- CreateIndex
CREATE INDEX "records_key_idx" ON "records"("key");

-- CreateIndex
CREATE INDEX "records_game_id_idx" ON "records"("game_id");

-- CreateIndex
CREATE INDEX "records_by_date" ON "records"("ended_at", "no", "facet", "points", "plies");

-- CreateIndex
CREATE INDEX "records_by_points" ON "records"("points", "no", "facet", "plies", "ended_at");

-- CreateIndex
CREATE INDEX "records_by_plies" ON "records"("plies", "no", "facet", "points", "ended_at");

-- CreateIndex
CREATE INDEX "records_by_facet_and_date" ON "records"("facet", "ended_at", "no", "points", "plies");

-- CreateIndex
CREATE INDEX "records_by_facet_and_points" ON "records"("facet", "points", "no", "plies", "ended_at");

-- CreateIndex
CREATE INDEX "records_by_facet_and_plies" ON "records"("facet", "plies", "no", "points", "ended_at");

-- CreateIndex
CREATE INDEX "records_collection_ended_at_no_idx" ON "records"("collection", "ended_at", "no");

-- CreateIndex
CREATE INDEX "records_opening_idx" ON "records"("opening");

-- CreateIndex
CREATE INDEX "records_renown_no_idx" ON "records"("renown", "no");

-- CreateIndex
CREATE INDEX "records_uncertain_from_no_idx" ON "records"("uncertain_from", "no");

-- CreateIndex
CREATE INDEX "records_signature_idx" ON "records" USING GIN ("signature");

-- CreateIndex
CREATE INDEX "participants_by_date" ON "record_participants"("person", "ended_at", "no", "side", "opponent", "facet", "points", "plies");

-- CreateIndex
CREATE INDEX "participants_by_opponent" ON "record_participants"("person", "opponent", "ended_at", "no", "side", "facet", "points", "plies");

-- CreateIndex
CREATE INDEX "players_name_key_idx" ON "players"("name_key");

-- Written by hand from here on.

-- The pending list of the index is short, since every search reads all of it.
ALTER INDEX "records_signature_idx" SET (gin_pending_list_limit = 1024);

-- Prefixes of openings are all alike in their first moves: more of them have to be known for an estimate.
ALTER TABLE "records" ALTER COLUMN "opening" SET STATISTICS 1000;
ALTER TABLE "records" ALTER COLUMN "facet" SET STATISTICS 1000;
ALTER TABLE "record_participants" ALTER COLUMN "person" SET STATISTICS 1000;

ALTER TABLE "persons" ADD CONSTRAINT "persons_are_players_or_names"
  CHECK (("player_id" IS NULL) = ("name" IS NOT NULL) AND ("name" IS NULL) = ("name_key" IS NULL));
ALTER TABLE "record_facets" ADD CONSTRAINT "record_facets_result" CHECK ("result" IN ('light', 'dark', 'draw', 'unfinished'));
ALTER TABLE "record_facets" ADD CONSTRAINT "record_facets_reason" CHECK (("reason" IS NULL) = ("result" = 'unfinished'));
ALTER TABLE "record_facets" ADD CONSTRAINT "record_facets_source" CHECK ("source" IN ('played', 'imported'));
ALTER TABLE "record_facets" ADD CONSTRAINT "record_facets_time_control" CHECK ("time_control" IN ('none', 'per-move', 'fischer'));
ALTER TABLE "record_facets" ADD CONSTRAINT "record_facets_visibility" CHECK ("visibility" IN ('public', 'private'));
ALTER TABLE "records" ADD CONSTRAINT "records_key" CHECK (octet_length("key") = 32);
ALTER TABLE "records" ADD CONSTRAINT "records_moves" CHECK (octet_length("moves") % 2 = 0 AND octet_length("opening") <= 40);
ALTER TABLE "records" ADD CONSTRAINT "records_counts" CHECK ("plies" >= 0 AND "points" >= 0);
ALTER TABLE "records" ADD CONSTRAINT "records_days" CHECK (("first_day" IS NULL) = ("last_day" IS NULL) AND "first_day" <= "last_day");
ALTER TABLE "record_participants" ADD CONSTRAINT "record_participants_side" CHECK ("side" IN ('light', 'dark'));
