-- AlterTable
ALTER TABLE "games" ADD COLUMN     "alarm_at" TIMESTAMPTZ(3),
ADD COLUMN     "clock" JSONB,
ADD COLUMN     "lines" JSONB,
ADD COLUMN     "lines_revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "pause_offer_by" TEXT,
ADD COLUMN     "pause_until" TIMESTAMPTZ(3),
ADD COLUMN     "reminded" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "weekends_offer_by" TEXT;

-- AlterTable
ALTER TABLE "players" ADD COLUMN     "auto_vacation_since" TIMESTAMPTZ(3),
ADD COLUMN     "last_event" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "vacation" JSONB;

-- CreateTable
CREATE TABLE "events" (
    "game_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "first_id" UUID,
    "first_number" BIGINT,
    "second_id" UUID,
    "second_number" BIGINT,

    CONSTRAINT "events_pkey" PRIMARY KEY ("game_id","version","ordinal")
);

-- CreateTable
CREATE TABLE "waiting_events" (
    "game_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "ordinal" SMALLINT NOT NULL,

    CONSTRAINT "waiting_events_pkey" PRIMARY KEY ("game_id","version","ordinal")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "player_id" UUID,
    "app_id" UUID,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "types" TEXT[],
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_by" TEXT,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "game_id" UUID,
    "version" INTEGER,
    "ordinal" SMALLINT,
    "message_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "duration" INTEGER NOT NULL,
    "status" INTEGER,
    "failure" TEXT,
    "detail" TEXT,
    "answer" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateTable
CREATE TABLE "service_processes" (
    "id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_processes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "events_first_id_first_number_idx" ON "events"("first_id", "first_number");

-- CreateIndex
CREATE INDEX "events_second_id_second_number_idx" ON "events"("second_id", "second_number");

-- CreateIndex
CREATE INDEX "webhook_endpoints_player_id_idx" ON "webhook_endpoints"("player_id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_app_id_idx" ON "webhook_endpoints"("app_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_status_next_attempt_at_idx" ON "webhook_deliveries"("status", "next_attempt_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_endpoint_id_game_id_version_ordinal_key" ON "webhook_deliveries"("endpoint_id", "game_id", "version", "ordinal");

-- CreateIndex
CREATE INDEX "games_alarm_at_idx" ON "games"("alarm_at");

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "games"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waiting_events" ADD CONSTRAINT "waiting_events_game_id_version_ordinal_fkey" FOREIGN KEY ("game_id", "version", "ordinal") REFERENCES "events"("game_id", "version", "ordinal") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_game_id_version_ordinal_fkey" FOREIGN KEY ("game_id", "version", "ordinal") REFERENCES "events"("game_id", "version", "ordinal") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say.
ALTER TABLE "games"
    -- Time runs, and something may be proposed about it, only in a game that has started.
    ADD CONSTRAINT "games_clock_object" CHECK (clock IS NULL OR jsonb_typeof(clock) = 'object'),
    ADD CONSTRAINT "games_clock_started" CHECK (clock IS NULL OR started_at IS NOT NULL),
    ADD CONSTRAINT "games_alarm_while_active" CHECK (alarm_at IS NULL OR status = 'active'),
    ADD CONSTRAINT "games_pause_offer_known" CHECK (pause_offer_by IN ('light', 'dark')),
    ADD CONSTRAINT "games_weekends_offer_known" CHECK (weekends_offer_by IN ('light', 'dark')),
    ADD CONSTRAINT "games_proposals_while_active" CHECK (
        status = 'active' OR num_nonnulls(pause_offer_by, pause_until, weekends_offer_by) = 0
    );

ALTER TABLE "events"
    ADD CONSTRAINT "events_receivers" CHECK (
        (first_id IS NULL) = (first_number IS NULL) AND (second_id IS NULL) = (second_number IS NULL)
    );

ALTER TABLE "webhook_endpoints"
    ALTER COLUMN "types" SET NOT NULL,
    ADD CONSTRAINT "webhook_endpoints_one_owner" CHECK (num_nonnulls(player_id, app_id) = 1),
    ADD CONSTRAINT "webhook_endpoints_previous_secret" CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
    ADD CONSTRAINT "webhook_endpoints_disabled" CHECK (
        (disabled_at IS NULL) = (disabled_by IS NULL) AND disabled_by IN ('owner', 'gone')
    );

ALTER TABLE "webhook_deliveries"
    ADD CONSTRAINT "webhook_deliveries_status_known" CHECK (status IN ('pending', 'delivered', 'failed')),
    ADD CONSTRAINT "webhook_deliveries_event_whole" CHECK (num_nonnulls(game_id, version, ordinal) IN (0, 3)),
    ADD CONSTRAINT "webhook_deliveries_delivered" CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
    ADD CONSTRAINT "webhook_deliveries_pending" CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL));
