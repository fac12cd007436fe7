-- CreateTable
CREATE TABLE "ratings" (
    "rule_set" INTEGER NOT NULL,
    "player_id" UUID NOT NULL,
    "rating" DOUBLE PRECISION NOT NULL,
    "deviation" DOUBLE PRECISION NOT NULL,
    "volatility" DOUBLE PRECISION NOT NULL,
    "games" INTEGER NOT NULL,
    "last_played_at" TIMESTAMPTZ(3) NOT NULL,
    "established" BOOLEAN NOT NULL,
    "established_until" TIMESTAMPTZ(3),

    CONSTRAINT "ratings_pkey" PRIMARY KEY ("rule_set","player_id")
);

-- CreateTable
CREATE TABLE "rating_changes" (
    "game_id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "rule_set" INTEGER NOT NULL,
    "side" TEXT NOT NULL,
    "opponent_id" UUID NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "rating_before" DOUBLE PRECISION NOT NULL,
    "deviation_before" DOUBLE PRECISION NOT NULL,
    "volatility_before" DOUBLE PRECISION NOT NULL,
    "rating" DOUBLE PRECISION NOT NULL,
    "deviation" DOUBLE PRECISION NOT NULL,
    "volatility" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "rating_changes_pkey" PRIMARY KEY ("game_id","player_id")
);

-- CreateIndex
CREATE INDEX "ratings_rule_set_rating_player_id_idx" ON "ratings"("rule_set", "rating", "player_id");

-- CreateIndex
CREATE INDEX "ratings_rule_set_established_rating_player_id_idx" ON "ratings"("rule_set", "established", "rating", "player_id");

-- CreateIndex
CREATE INDEX "ratings_player_id_rule_set_idx" ON "ratings"("player_id", "rule_set");

-- CreateIndex
CREATE INDEX "rating_changes_player_id_ordinal_idx" ON "rating_changes"("player_id", "ordinal");

-- CreateIndex
CREATE INDEX "rating_changes_player_id_rule_set_ordinal_idx" ON "rating_changes"("player_id", "rule_set", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "rating_changes_number_side_key" ON "rating_changes"("number", "side");

-- Written by hand from here on.

ALTER TABLE "ratings" ADD CONSTRAINT "ratings_established" CHECK ("established" = ("established_until" IS NOT NULL));
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_values" CHECK ("deviation" > 0 AND "volatility" > 0 AND "games" > 0);
ALTER TABLE "rating_changes" ADD CONSTRAINT "rating_changes_side" CHECK ("side" IN ('light', 'dark'));
ALTER TABLE "rating_changes" ADD CONSTRAINT "rating_changes_score" CHECK ("score" IN (0, 0.5, 1));
ALTER TABLE "rating_changes" ADD CONSTRAINT "rating_changes_players" CHECK ("player_id" <> "opponent_id");
ALTER TABLE "rating_changes" ADD CONSTRAINT "rating_changes_values"
  CHECK ("deviation_before" > 0 AND "volatility_before" > 0 AND "deviation" > 0 AND "volatility" > 0 AND "ordinal" > 0);
