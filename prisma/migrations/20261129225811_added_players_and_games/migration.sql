-- CreateTable
CREATE TABLE "players" (
    "id" UUID NOT NULL,
    "handle" TEXT NOT NULL,
    "handle_key" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "players_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tokens" (
    "id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "games" (
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "overrides" JSONB NOT NULL DEFAULT '{}',
    "rated" BOOLEAN NOT NULL,
    "visibility" TEXT NOT NULL,
    "time_control" JSONB NOT NULL,
    "creator_id" UUID NOT NULL,
    "creator_side" TEXT NOT NULL,
    "opponent_id" UUID,
    "light_id" UUID,
    "dark_id" UUID,
    "start_position" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "ply" INTEGER NOT NULL,
    "side_to_move" TEXT NOT NULL,
    "moves" BYTEA NOT NULL DEFAULT '\x',
    "move_times" BYTEA NOT NULL DEFAULT '\x',
    "winner" TEXT,
    "reason" TEXT,
    "points" INTEGER,
    "exact" BOOLEAN,
    "final_score" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "games_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "players_handle_key_key" ON "players"("handle_key");

-- CreateIndex
CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens"("hash");

-- CreateIndex
CREATE INDEX "tokens_player_id_idx" ON "tokens"("player_id");

-- CreateIndex
CREATE INDEX "games_created_at_id_idx" ON "games"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_status_created_at_id_idx" ON "games"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_light_id_created_at_id_idx" ON "games"("light_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_dark_id_created_at_id_idx" ON "games"("dark_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_creator_id_created_at_id_idx" ON "games"("creator_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "games_opponent_id_created_at_id_idx" ON "games"("opponent_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_creator_id_fkey" FOREIGN KEY ("creator_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_opponent_id_fkey" FOREIGN KEY ("opponent_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_light_id_fkey" FOREIGN KEY ("light_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_dark_id_fkey" FOREIGN KEY ("dark_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say.
ALTER TABLE "players"
    ADD CONSTRAINT "players_handle_key_lower" CHECK (handle_key = lower(handle_key) AND handle_key <> '');

ALTER TABLE "tokens"
    ALTER COLUMN "scopes" SET NOT NULL,
    ADD CONSTRAINT "tokens_hash_sha256" CHECK (octet_length(hash) = 32);

ALTER TABLE "games"
    ADD CONSTRAINT "games_version_positive" CHECK (version > 0),
    ADD CONSTRAINT "games_status_known" CHECK (status IN ('open', 'active', 'finished', 'cancelled')),
    ADD CONSTRAINT "games_visibility_known" CHECK (visibility IN ('public', 'private')),
    ADD CONSTRAINT "games_creator_side_known" CHECK (creator_side IN ('light', 'dark', 'random')),
    ADD CONSTRAINT "games_side_to_move_known" CHECK (side_to_move IN ('light', 'dark')),
    ADD CONSTRAINT "games_winner_known" CHECK (winner IN ('light', 'dark')),
    ADD CONSTRAINT "games_ply_not_negative" CHECK (ply >= 0),
    ADD CONSTRAINT "games_points_not_negative" CHECK (points >= 0),
    -- Two bytes an entry in one column, six in the other, as many entries in both.
    ADD CONSTRAINT "games_moves_whole" CHECK (octet_length(moves) % 2 = 0),
    ADD CONSTRAINT "games_moves_timed" CHECK (octet_length(moves) * 3 = octet_length(move_times)),
    ADD CONSTRAINT "games_overrides_object" CHECK (jsonb_typeof(overrides) = 'object'),
    ADD CONSTRAINT "games_time_control_object" CHECK (jsonb_typeof(time_control) = 'object'),
    -- Nobody plays who has not joined, nobody plays against itself, and nothing is played before that.
    ADD CONSTRAINT "games_players_differ" CHECK (light_id <> dark_id),
    ADD CONSTRAINT "games_opponent_differs" CHECK (opponent_id <> creator_id),
    ADD CONSTRAINT "games_players_present" CHECK (
        status NOT IN ('active', 'finished') OR (light_id IS NOT NULL AND dark_id IS NOT NULL AND started_at IS NOT NULL)
    ),
    ADD CONSTRAINT "games_moves_after_start" CHECK (started_at IS NOT NULL OR octet_length(moves) = 0),
    -- A game has an outcome exactly when it is finished.
    ADD CONSTRAINT "games_outcome_complete" CHECK (
        CASE WHEN status = 'finished'
            THEN reason IS NOT NULL AND points IS NOT NULL AND exact IS NOT NULL AND finished_at IS NOT NULL
            ELSE winner IS NULL AND reason IS NULL AND points IS NULL AND exact IS NULL AND final_score IS NULL
                AND (status = 'cancelled' OR finished_at IS NULL)
        END
    );

-- Room in each page for the next version of its rows: a move rewrites the row and no index then needs to know.
ALTER TABLE "games" SET (fillfactor = 60);
