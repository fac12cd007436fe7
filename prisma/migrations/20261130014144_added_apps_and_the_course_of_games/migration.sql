-- AlterTable
ALTER TABLE "games" ADD COLUMN     "cancellation" TEXT,
ADD COLUMN     "cancelled_by_id" UUID,
ADD COLUMN     "dark_offer_ply" INTEGER,
ADD COLUMN     "dark_takeback_ply" INTEGER,
ADD COLUMN     "decline_reason" TEXT,
ADD COLUMN     "draw_offer_by" TEXT,
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "light_offer_ply" INTEGER,
ADD COLUMN     "light_takeback_ply" INTEGER,
ADD COLUMN     "rematch_of_id" UUID,
ADD COLUMN     "takeback_by" TEXT;

-- AlterTable
ALTER TABLE "players" ADD COLUMN     "app_id" UUID;

-- AlterTable
ALTER TABLE "tokens" ADD COLUMN     "app_id" UUID,
ADD COLUMN     "name" TEXT,
ALTER COLUMN "player_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "apps" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_requests" (
    "key" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER,
    "answer" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_requests_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "apps_created_at_id_idx" ON "apps"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "idempotent_requests_created_at_idx" ON "idempotent_requests"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "games_rematch_of_id_key" ON "games"("rematch_of_id");

-- CreateIndex
CREATE INDEX "games_light_id_status_created_at_id_idx" ON "games"("light_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_dark_id_status_created_at_id_idx" ON "games"("dark_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_creator_id_status_created_at_id_idx" ON "games"("creator_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_opponent_id_status_created_at_id_idx" ON "games"("opponent_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_status_expires_at_idx" ON "games"("status", "expires_at");

-- CreateIndex
CREATE INDEX "players_app_id_created_at_id_idx" ON "players"("app_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "players_created_at_id_idx" ON "players"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tokens_app_id_idx" ON "tokens"("app_id");

-- AddForeignKey
ALTER TABLE "players" ADD CONSTRAINT "players_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_cancelled_by_id_fkey" FOREIGN KEY ("cancelled_by_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_rematch_of_id_fkey" FOREIGN KEY ("rematch_of_id") REFERENCES "games"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Games that were made before games could expire.
UPDATE "games" SET expires_at = CASE WHEN status = 'open' THEN now() ELSE created_at END + interval '14 days';
ALTER TABLE "games" ALTER COLUMN "expires_at" SET NOT NULL;

-- What the schema language cannot say.
ALTER TABLE "tokens"
    ADD CONSTRAINT "tokens_one_owner" CHECK (num_nonnulls(player_id, app_id) = 1),
    ADD CONSTRAINT "tokens_scopes_known" CHECK (scopes <@ ARRAY['read', 'play', 'manage']);

ALTER TABLE "games"
    ADD CONSTRAINT "games_draw_offer_known" CHECK (draw_offer_by IN ('light', 'dark')),
    ADD CONSTRAINT "games_takeback_known" CHECK (takeback_by IN ('light', 'dark')),
    -- Nothing is offered or asked for unless the game is under way.
    ADD CONSTRAINT "games_offers_while_active" CHECK (status = 'active' OR num_nonnulls(draw_offer_by, takeback_by) = 0),
    ADD CONSTRAINT "games_cancellation_known" CHECK (cancellation IN ('cancelled', 'declined', 'expired')),
    ADD CONSTRAINT "games_cancellation_complete" CHECK (
        CASE WHEN status = 'cancelled'
            THEN cancellation IS NOT NULL AND (cancelled_by_id IS NOT NULL) = (cancellation <> 'expired')
            ELSE cancellation IS NULL AND cancelled_by_id IS NULL AND decline_reason IS NULL
        END
    );

ALTER TABLE "idempotent_requests"
    ADD CONSTRAINT "idempotent_requests_hashes" CHECK (octet_length(key) = 32 AND octet_length(fingerprint) = 32),
    ADD CONSTRAINT "idempotent_requests_answered" CHECK ((status IS NULL) = (answer IS NULL));
