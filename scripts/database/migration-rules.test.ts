import { expect, test } from 'vitest'

import { problemsOf, splitIndexes } from './migration-rules.ts'

const migration = (statements: string[], outsideTransaction = false) => ({
  name: '0099_probe',
  madeAt: 0,
  hash: '',
  statements,
  outsideTransaction,
})

const plain = 'CREATE INDEX "runs_probe" ON "runs" USING btree ("title");'
const concurrent = plain.replace('INDEX', 'INDEX CONCURRENTLY')

test('an index on an existing table must be created concurrently', () => {
  expect(problemsOf(migration([plain]))).toEqual([
    '0099_probe: the index on runs blocks writes meanwhile: create it concurrently.',
  ])
  expect(problemsOf(migration([concurrent], true))).toEqual([])
})

test('an index on a table of the same migration may be created directly', () => {
  expect(problemsOf(migration(['CREATE TABLE "runs" ("title" text)', plain]))).toEqual([])
})

test('an index that may block writes says why', () => {
  expect(problemsOf(migration([`-- blocks writes: a row an organization\n${plain}`]))).toEqual([])
})

test('a concurrent index needs a file that runs outside a transaction', () => {
  expect(problemsOf(migration([concurrent]))).toEqual([
    '0099_probe: an index cannot be created concurrently in a transaction.',
  ])
})

test('only repeatable statements run outside a transaction', () => {
  const column = 'ALTER TABLE "runs" ADD COLUMN "probe" text;'
  expect(problemsOf(migration([column, concurrent], true))).toEqual([
    '0099_probe: only what may be repeated runs outside a transaction: move the rest before it.',
  ])
  const repeatable = [
    'ALTER TABLE "runs" ADD COLUMN IF NOT EXISTS "probe" text;',
    'ALTER TABLE "runs" VALIDATE CONSTRAINT "probe";',
    'UPDATE "letters" SET "probe" = 1 WHERE "probe" IS NULL;',
  ]
  expect(problemsOf(migration(repeatable, true))).toEqual([])
})

test.each([
  ['ADD COLUMN "probe" text NOT NULL', 'a NOT NULL column without a default'],
  ['ADD COLUMN "probe" uuid DEFAULT gen_random_uuid()', 'a default that differs by row'],
  ['ALTER COLUMN "title" SET NOT NULL', 'SET NOT NULL reads the whole table'],
  ['ADD CONSTRAINT "probe" CHECK (depth > 0)', 'a constraint that reads the whole table'],
  ['ADD CONSTRAINT "p" FOREIGN KEY ("a") REFERENCES "b"("id")', 'a constraint that reads'],
  ['ALTER COLUMN "title" SET DATA TYPE integer', 'another type may rewrite the whole table'],
  ['RENAME COLUMN "title" TO "name"', 'old code uses the old name'],
  ['DROP COLUMN "title"', 'old code may still use it'],
])('of an existing table: %s', (change, problem) => {
  const statement = `ALTER TABLE "runs" ${change};`
  expect(problemsOf(migration([statement]))).toEqual([
    expect.stringContaining(`0099_probe: runs: ${problem}`),
  ])
  const made = 'CREATE TABLE "runs" ("title" text)'
  expect(problemsOf(migration([made, statement]))).toEqual([])
})

test.each([
  'ALTER TABLE "runs" ADD COLUMN "probe" text;',
  'ALTER TABLE "runs" ADD COLUMN "probe" integer DEFAULT 0 NOT NULL;',
  'ALTER TABLE "runs" ADD COLUMN "probe" timestamp with time zone DEFAULT now() NOT NULL;',
  'ALTER TABLE "runs" ADD CONSTRAINT "probe" CHECK (depth > 0) NOT VALID;',
  '-- unused since: the release of July\nALTER TABLE "runs" DROP COLUMN "title";',
  '-- unused since: the release of July\nDROP TABLE "letters";',
  '-- blocks writes: one row an organization\nALTER TABLE "tags" ALTER COLUMN "a" SET NOT NULL;',
])('accepts: %s', (statement) => expect(problemsOf(migration([statement]))).toEqual([]))

test('indexes on existing tables move out of a new migration, as concurrent ones', () => {
  const column = 'ALTER TABLE "runs" ADD COLUMN "probe" text;'
  const table = 'CREATE TABLE "probes" ("title" text)'
  const own = 'CREATE INDEX "probes_title" ON "probes" USING btree ("title");'
  expect(splitIndexes([column, plain, table, own])).toEqual({
    rest: [column, table, own],
    concurrent: [concurrent],
  })
})
