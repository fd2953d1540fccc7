ALTER TABLE "runs" ADD COLUMN "patient_key" text;
