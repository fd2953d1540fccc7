import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { log } from '#lib/log'
import { hasSqlState, retryOn } from '#lib/retry-on'
import { SettingsError } from '#lib/settings-error'

import { createIndexConcurrently, readConcurrentIndex } from './concurrent-index.ts'
import { readMigrationFiles, type MigrationFile } from './migration-files.ts'

type Options = {
  folder: string
  /**
   * How long a statement waits for a lock, in milliseconds. While it waits, all other statements
   * that need the same table wait behind it.
   */
  lockTimeout?: number
  /** How often a migration, or a statement outside a transaction, is tried. */
  attempts?: number
  /** Pauses between two attempts, so that others can work; `failed` counts from 1. */
  pause?: (failed: number) => Promise<void>
}

/**
 * Runs the migrations that the database does not have yet, each in its own transaction, or
 * statement by statement when the file asks for it. A statement that gets no lock in time is rolled
 * back with its transaction and tried again. Only one session migrates at a time: others wait here
 * until the session of `client` ends. Throws a `SettingsError` when other sessions hold a lock all
 * the time: the migrations before the named one are done, and the next call continues from there.
 */
export async function applyMigrations(client: pg.Client, options: Options): Promise<void> {
  const run = { client, lockTimeout: 3000, attempts: 20, pause: growingPause, ...options }
  await lockMigrations(client)
  const applied = await appliedMigrations(client)
  for (const migration of readMigrationFiles(options.folder)) {
    if (applied.has(migration.madeAt)) continue
    if (migration.outsideTransaction) await applyByStatement(run, migration)
    else await applyInTransaction(run, migration)
  }
}

// Any number that no other code locks.
const lockKey = 7_268_368_001

/**
 * Only one machine migrates at a time. It polls for the lock instead of waiting: a waiting
 * statement has a snapshot, and CREATE INDEX CONCURRENTLY on the other machine would wait for the
 * end of that.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [lockKey],
    )
    if (rows[0]?.locked) return
    await sleep(250)
  }
}

type Run = Required<Options> & { client: pg.Client }

const growingPause = (failed: number): Promise<void> => sleep(Math.min(failed, 10) * 1000)

/** The table is drizzle's own, which ran the migrations of the first installations. */
async function appliedMigrations(client: pg.Client): Promise<Set<number>> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations
     (id serial primary key, hash text not null, created_at bigint)`,
  )
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations',
  )
  return new Set(rows.map((row) => Number(row.created_at)))
}

async function remember(client: pg.Client, { hash, madeAt }: MigrationFile): Promise<void> {
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
    [hash, madeAt],
  )
}

async function applyInTransaction(run: Run, migration: MigrationFile): Promise<void> {
  const { client } = run
  await withRetries(run, migration.name, async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${run.lockTimeout}`)
      for (const statement of migration.statements) await client.query(statement)
      await remember(client, migration)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })
}

async function applyByStatement(run: Run, migration: MigrationFile): Promise<void> {
  const { client } = run
  const execute = (statement: string): Promise<void> =>
    withRetries(run, migration.name, async () => {
      await client.query(`set lock_timeout = ${run.lockTimeout}`)
      try {
        await client.query(statement)
      } finally {
        await client.query('reset lock_timeout')
      }
    })
  for (const statement of migration.statements) {
    const index = readConcurrentIndex(statement)
    if (index) await createIndexConcurrently(client, index, execute)
    else await execute(statement)
  }
  await remember(client, migration)
}

/** lock_not_available and deadlock_detected. */
const lockErrors = ['55P03', '40P01']

async function withRetries(run: Run, name: string, work: () => Promise<void>): Promise<void> {
  const describeFailure = async () => {
    const holders = await oldestTransactions(run.client)
    return `Migration ${name} got no lock within ${run.lockTimeout} ms: ${holders}.`
  }
  try {
    await retryOn(lockErrors, work, {
      attempts: run.attempts,
      async beforeRetry(failed) {
        const sentence = await describeFailure()
        log.warn(`${sentence} Attempt ${failed} of ${run.attempts}; it is tried again.`)
        await run.pause(failed)
      },
    })
  } catch (error) {
    if (!hasSqlState(error, lockErrors)) throw error
    const sentence = await describeFailure()
    throw new SettingsError(
      `${sentence} It was tried ${run.attempts} times. End that session and start again.`,
    )
  }
}

/**
 * Describes the sessions that may hold the lock; those of clients come first, since an autovacuum
 * makes way by itself. It does not show the statements of others, which may contain patient data.
 * A role that may not see others' activity sees only their ids.
 */
async function oldestTransactions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), backend_type) as name,
      extract(epoch from now() - xact_start)::integer as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by backend_type is distinct from 'client backend', xact_start limit 3`,
  )
  if (rows.length === 0) return 'another session holds it'
  const sessions = rows.map(
    ({ pid, name, seconds }) => `process ${pid} (${name || 'unnamed'}) for ${seconds} s`,
  )
  return `the oldest open transactions are ${sessions.join(', ')}`
}
