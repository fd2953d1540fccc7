import { expect, test } from 'vitest'

import { problemsOf } from './migration-rules.ts'

const migration = (statements: string[], outsideTransaction = false) => ({
  name: '0099_probe',
  madeAt: 0,
  hash: '',
  statements,
  outsideTransaction,
})

const plain = 'CREATE INDEX "runs_probe" ON "runs" USING btree ("title");'
const concurrent = plain.replace('INDEX', 'INDEX CONCURRENTLY')

test('an index on a table that there is must be made concurrently', () => {
  expect(problemsOf(migration([plain]))).toEqual([
    '0099_probe: the index on runs blocks writes while it is made: create it concurrently.',
  ])
  expect(problemsOf(migration([concurrent], true))).toEqual([])
})

test('an index on a table of the same migration may be made at once', () => {
  expect(problemsOf(migration(['CREATE TABLE "runs" ("title" text)', plain]))).toEqual([])
})

test('an index that may block writes says why', () => {
  expect(problemsOf(migration([`-- blocks writes: a row an organization\n${plain}`]))).toEqual([])
})

test('concurrently needs a file that runs outside a transaction', () => {
  expect(problemsOf(migration([concurrent]))).toEqual([
    '0099_probe: an index cannot be created concurrently in a transaction.',
  ])
})
