-- AlterTable
ALTER TABLE "records" ADD COLUMN     "positions" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateIndex
CREATE INDEX "records_positions_idx" ON "records" USING GIN ("positions");

-- Written by hand from here on.

-- Nobody who stores a record is to tidy an index up meanwhile, which takes seconds: the service does so by itself
-- (`gin_clean_pending_list`), long before the list of what is pending is so long, in kB.
ALTER INDEX "records_signature_idx" SET (gin_pending_list_limit = 131072);
ALTER INDEX "records_positions_idx" SET (gin_pending_list_limit = 131072);
