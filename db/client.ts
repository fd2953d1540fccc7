import type { ExtractTablesWithRelations } from 'drizzle-orm'
import {
  drizzle,
  NodePgSession,
  NodePgTransaction,
  type NodePgDatabase,
  type NodePgQueryResultHKT,
} from 'drizzle-orm/node-postgres'
import { PgDialect, type PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { narrowing } from '#lib/caller-scope'
import { env } from '#lib/env'
import { log } from '#lib/log'
import { makePool, noticesLoss, showPassword, UnpreparingClient } from '#lib/postgres'
import { roleUrl } from './role-url.ts'
import * as schema from './schema/index.ts'

/**
 * Roles with their own pools: `app` is limited to one organization by row-level security, `narrow`
 * also to what a key may touch, `auth` signs people and systems in, `engine` is the worker's.
 * `replica` and `narrowReplica` are the first two at the standby (db/replica.ts). Those of `…Reads`
 * stand in for theirs while commits are not answered. A process opens only the pools that it uses.
 */
type Role =
  | 'app'
  | 'narrow'
  | 'auth'
  | 'engine'
  | 'limits'
  | 'replica'
  | 'narrowReplica'
  | 'appReads'
  | 'narrowReads'
  | 'authReads'
type Schema = typeof schema
export type Database = NodePgDatabase<Schema>
export type Tx = PgTransaction<NodePgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

type Opened = {
  pool: pg.Pool
  database: Database
  /** Connections whose commit was not answered in time, and still is not. */
  unanswered: number
}
type Urls = { appUrl: string; authUrl: string; engineUrl: string }
type State = {
  urls: Urls | undefined
  pools: Partial<Record<Role, Opened>>
  beforeClosing: Map<string, () => Promise<void>>
  fencesMoved?: boolean
}

// One state per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.database')
const holder = globalThis as unknown as Record<symbol, State | undefined>
const state: State = (holder[key] ??= {
  urls: undefined,
  pools: {},
  beforeClosing: new Map(),
})

/** Sets the three connection strings. Each entry point calls it once, before the first query. */
export function configureDatabase(urls: Urls): void {
  state.urls = urls
}

function connectionString(role: Role): string {
  // Counting limits uses the same role, on connections of its own.
  if (role === 'limits' || role === 'authReads') return connectionString('auth')
  if (role === 'appReads') return connectionString('app')
  if (role === 'narrow' || role === 'narrowReads')
    return roleUrl(connectionString('app'), 'rounds_narrow')
  if (role === 'replica') return roleUrl(env().DATABASE_REPLICA_URL ?? '', 'rounds_app')
  if (role === 'narrowReplica') return roleUrl(env().DATABASE_REPLICA_URL ?? '', 'rounds_narrow')
  const urls = state.urls
  const fromEnvironment = process.env[`ROUNDS_${role.toUpperCase()}_URL`]
  const url = urls ? urls[`${role}Url`] : fromEnvironment
  if (!url)
    throw new Error(
      'The database is not configured: start the process with npm start, npm run ' +
        'web or npm run worker.',
    )
  return url
}

/**
 * The pooler's address with the user and password of `url`, and with its database unless the
 * pooler's address names one.
 */
function throughPooler(url: string, pooler: string): string {
  const at = new URL(pooler)
  const own = Object.assign(new URL(url), { hostname: at.hostname, port: at.port || '6432' })
  if (at.pathname.length > 1) own.pathname = at.pathname
  own.search = at.search
  return own.href
}

/** Not through the pooler: the engine listens and holds locks, and the standby is another server. */
const directRoles: ReadonlySet<Role> = new Set(['engine', 'replica', 'narrowReplica'])

/**
 * The other roles may go through a pooler in transaction mode, since each transaction says itself
 * whose it is.
 */
function placeOf(
  role: Role,
): Pick<pg.PoolConfig, 'connectionString'> & { Client?: typeof pg.Client; pooled?: boolean } {
  const url = connectionString(role)
  const { DATABASE_POOLER_URL: pooler, DATABASE_POOLER_PREPARES: prepares } = env()
  if (pooler === undefined || directRoles.has(role)) return { connectionString: url }
  const connection = { connectionString: throughPooler(url, pooler), pooled: true }
  return prepares ? connection : { ...connection, Client: UnpreparingClient }
}

const maxConnections: Record<Role, number> = {
  app: 15,
  narrow: 5,
  engine: 15,
  auth: 5,
  limits: 2,
  replica: 15,
  narrowReplica: 5,
  appReads: 5,
  narrowReads: 2,
  authReads: 2,
}

/**
 * A request that waits longer for a free connection is refused (503), or reads at the primary where
 * it waited for the standby. The worker has no caller that waits, and tries again.
 */
const waitsMs: Partial<Record<Role, number>> = {
  app: 10_000,
  narrow: 10_000,
  auth: 10_000,
  limits: 10_000,
  replica: 1000,
  narrowReplica: 1000,
  appReads: 10_000,
  narrowReads: 10_000,
  authReads: 10_000,
}

/**
 * Gives each transaction's connection back to the pool. The query builder's own keeps one that is
 * lost at `begin` for good: after some outages there would be none left.
 */
function releasing(database: Database, pool: pg.Pool): Database {
  const transact: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      const session = new NodePgSession<Schema, ExtractTablesWithRelations<Schema>>(
        client,
        dialect,
        undefined,
      )
      return await session.transaction(work, config)
    } finally {
      // One that was lost is dropped.
      client.release()
    }
  }
  return Object.assign(database, { transaction: transact })
}

/** Roles whose callers wait for an answer, with the pool that answers their reads meanwhile. */
const readsOf = { app: 'appReads', narrow: 'narrowReads', auth: 'authReads' } as const
type CallerRole = keyof typeof readsOf

function open(role: Role): Opened {
  const existing = state.pools[role]
  if (existing) return existing
  const isSignIn = role === 'auth' || role === 'authReads'
  const pool = makePool(
    {
      ...placeOf(role),
      max: maxConnections[role],
      // A new connection reads every month's tables and plans again, a tenth of a second with two
      // years of history: an idle one stays open for a while.
      idleTimeoutMillis: 300_000,
      application_name: `rounds ${role}`,
      ...noticesLoss,
      connectionTimeoutMillis: waitsMs[role],
      // Statements that need no earlier answer are sent together: the beginning of a transaction
      // with its first statement, its last statement with the commit, and a notification with it.
      pipeline: !isSignIn && role !== 'limits',
    },
    (error) => log.warn({ role, error }, 'a database connection was lost'),
  )
  if (isSignIn) limitWrites(pool, role)
  const database = drizzle(pool, { schema })
  const opened = {
    pool,
    database: isSignIn ? limiting(database) : releasing(database, pool),
    unanswered: 0,
  }
  state.pools[role] = opened
  return opened
}

/**
 * Where a transaction of a caller is to run, and how it begins. A primary whose synchronous standby
 * is gone answers no commit, and each keeps its connection. While half of a pool's are kept so,
 * reads go on with connections of their own, and what writes is refused at once (25006).
 */
function placeFor(role: CallerRole): { opened: Opened; begin: string } {
  const own = open(role)
  if (own.unanswered * 2 < maxConnections[role]) return { opened: own, begin: 'begin' }
  return { opened: open(readsOf[role]), begin: 'begin read only' }
}

/** The sign-in's transactions, as those of an organization: a commit is waited for only so long. */
const limiting = (database: Database): Database =>
  Object.assign(database, {
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => {
      const { opened, begin } = placeFor('auth')
      return await transaction(opened, begin, work)
    },
  })

export const authDb = (): Database => placeFor('auth').opened.database
/**
 * For the counts of lib/auth/rate-limit.ts. A use counts also when the transaction around it is
 * rolled back, and a caller with a connection must not wait for a second one of its pool.
 */
export const limitsDb = (): Database => open('limits').database
export const authPool = (): pg.Pool => placeFor('auth').opened.pool
export const engineDb = (): Database => open('engine').database
export const enginePool = (): pg.Pool => open('engine').pool
export const engineConnectionString = (): string => connectionString('engine')
export const appConnectionString = (): string => connectionString('app')

/**
 * Signs in at the pooler, where there is one, by each role's present password. PgBouncer connects to
 * Postgres with what it learns from such a sign-in, so after a change of the passwords it opens no
 * connections until one comes. Answers whether all were welcome.
 */
export async function showPasswordsToPooler(): Promise<boolean> {
  for (const role of ['app', 'narrow', 'auth'] as const) {
    const { connectionString: at, pooled } = placeOf(role)
    if (!pooled || at === undefined) continue
    try {
      await showPassword(at)
    } catch (error) {
      log.warn(
        { role, error },
        'the pooler refuses the present password: with a file of users, write it anew and reload it',
      )
      return false
    }
  }
  return true
}

/** Callers that wait for a connection ÷ the size of the pool. */
export function waitingForConnection(): number {
  const { waitingCount = 0 } = state.pools.app?.pool ?? {}
  return waitingCount / maxConnections.app
}

/**
 * Resolves when the database answers on both pools of the web server, else throws the driver's
 * error.
 */
export async function askDatabase(): Promise<void> {
  const places = [placeFor('auth'), placeFor('app')]
  await Promise.all(places.map(async ({ opened }) => await opened.pool.query('select 1')))
}

const dialect = new PgDialect()
const setting = (name: string, value: string): string =>
  `set_config('rounds.${name}', ${pg.escapeLiteral(value)}, true)`

/**
 * An organization that is moved to another cluster stands still here: a transaction that begins once
 * it is marked can only read. `moved_at` is read by a statement of its own, after the scope is set.
 */
const fence = (organizationId: string): string =>
  state.fencesMoved
    ? `; select set_config('transaction_read_only', 'on', true) from organizations
        where id = ${pg.escapeLiteral(organizationId)} and moved_at is not null`
    : ''

/** From now on this process writes nothing of organizations that are moved to another cluster. */
export function fenceMoved(): void {
  state.fencesMoved = true
}

/** Limits the transaction to the organization, and to what the caller may touch of it. */
function scopeTo(organizationId: string): string {
  const narrow = narrowing()
  const organization = `select ${setting('organization_id', organizationId)}`
  if (!narrow) return organization
  // An array of nothing: no workflow.
  const workflows = narrow.workflows && `{${narrow.workflows.join(',')}}`
  const touched = [
    setting('workflows', workflows ?? ''),
    setting('sandbox', String(narrow.sandbox)),
    setting('caller_id', narrow.callerId),
  ]
  return `${organization}, ${touched.join(', ')}`
}

/** A narrowed caller has a role whose policies know the settings of `scopeTo`. */
const placeOfCaller = () => placeFor(narrowing() ? 'narrow' : 'app')
const genericPlans = `set_config('plan_cache_mode', 'force_generic_plan', true)`

/** The socket of a connection, which the driver's types leave out. */
const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection
    .stream

/**
 * Sends all statements that `send` makes in one write to the socket, since a write costs more than
 * its content.
 */
export function inOneWrite<T>(client: pg.PoolClient, send: () => T): T {
  const stream = streamOf(client)
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/**
 * Runs `work` in one transaction that sees and writes only this organization's rows: the setting
 * ends with the transaction, and row-level security (migration 0001) does the rest. Commits when
 * `work` resolves, rolls back when it throws. `begin` is sent with the first statement. `last` may
 * return a final statement for the result, which is sent with the commit. So a transaction of one
 * statement takes two round trips.
 */
export async function inOrganization<T>(
  organizationId: string,
  work: (tx: Tx) => Promise<T>,
  last?: (result: T) => pg.QueryConfig | undefined,
): Promise<T> {
  const { opened, begin } = placeOfCaller()
  const begins = `${begin}; ${scopeTo(organizationId)}${fence(organizationId)}`
  return await transaction(opened, begins, work, last)
}

/** The same at the standby, where nothing can be written. */
export async function inOrganizationAtReplica<T>(
  organizationId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const opened = open(narrowing() ? 'narrowReplica' : 'replica')
  return await transaction(opened, `begin read only; ${scopeTo(organizationId)}`, work)
}

/** Whether DATABASE_REPLICA_URL leads to a standby; throws the driver's error without an answer. */
export async function leadsToStandby(): Promise<boolean> {
  const { rows } = await open('replica').pool.query<{ standby: boolean }>(
    'select pg_is_in_recovery() as standby',
  )
  return rows[0]?.standby === true
}

/** Up to where the primary's log is on its disk: all that was acknowledged so far is before it. */
export async function flushedPosition(): Promise<string> {
  const { rows } = await placeFor('app').opened.pool.query<{ position: string }>(
    'select pg_current_wal_flush_lsn()::text as position',
  )
  return rows[0]?.position ?? ''
}

/**
 * A commit waits for the synchronous standby, for as long as that is gone. After this time its
 * caller is told that the database cannot be used.
 */
const commitsWithinMs = 10_000

/** The commit goes on by itself, and may still be done: 08007 is transaction_resolution_unknown. */
class UnansweredCommit extends Error {
  readonly code = '08007'
  readonly ends: Promise<unknown>

  constructor(ends: Promise<unknown>) {
    super('a commit is not answered')
    this.ends = ends
  }
}

/** 25006 is read_only_sql_transaction, which the server says of a transaction. */
class NoWrites extends Error {
  readonly code = '25006'

  constructor() {
    super('nothing is written while commits are not answered')
  }
}

/** Throws `UnansweredCommit` when it takes too long until what ends with a commit is answered. */
async function soon<T>(ends: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new UnansweredCommit(ends)), commitsWithinMs)
  })
  return await Promise.race([ends, late]).finally(() => clearTimeout(timer))
}

/** Counts a commit that was not answered in time until it is. */
async function keepCount(opened: Opened, ends: Promise<unknown>): Promise<void> {
  opened.unanswered += 1
  await ends.catch(() => undefined)
  opened.unanswered -= 1
}

/**
 * Gives a connection back to its pool, one whose commit is not answered yet once it is: so no more
 * of them wait at the server than the pool has.
 */
function giveBack(
  opened: Opened,
  client: pg.PoolClient,
  { error, lost }: { error: unknown; lost: Error | undefined },
): void {
  if (!(error instanceof UnansweredCommit)) return client.release(lost)
  void keepCount(opened, error.ends)
  void error.ends.then(
    () => client.release(),
    (failure: Error) => client.release(failure),
  )
}

/** Limits what a pool writes without a transaction, as transactions are limited. */
function limitWrites(pool: pg.Pool, role: 'auth' | 'authReads'): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  const limited = async (...args: unknown[]): Promise<unknown> => {
    const [config] = args as [string | pg.QueryConfig]
    const text = typeof config === 'string' ? config : config.text
    if (/^\s*(?:select|set)\b/i.test(text)) return await query(...args)
    if (role === 'authReads') throw new NoWrites()
    const ends = query(...args)
    try {
      return await soon(ends)
    } catch (error) {
      if (error instanceof UnansweredCommit) void keepCount(open('auth'), ends)
      throw error
    }
  }
  Object.assign(pool, { query: limited })
}

async function transaction<T>(
  opened: Opened,
  begins: string,
  work: (tx: Tx) => Promise<T>,
  last?: (result: T) => pg.QueryConfig | undefined,
): Promise<T> {
  const client = await opened.pool.connect()
  let lost: Error | undefined
  let thrown: unknown
  try {
    // When `begin` fails, all later statements fail too, outside of any organization; it is awaited
    // before the commit. It shares one write with the first statement, which `work` makes before it
    // awaits anything.
    const stream = streamOf(client)
    stream.cork()
    process.nextTick(() => stream.uncork())
    const begin = client.query(begins)
    begin.catch(() => undefined)
    const result = await work(
      new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined),
    )
    await begin
    const final = last?.(result)
    // A commit after a failed statement rolls back, and that statement's error is thrown.
    const sent = inOneWrite(client, () => [
      ...(final ? [client.query(final)] : []),
      client.query('commit'),
    ])
    const ends = Promise.all(sent)
    // The last statement may take its time.
    if (final) await Promise.race([sent[0], ends])
    await soon(ends)
    return result
  } catch (error) {
    thrown = error
    // A connection that cannot roll back is not used again.
    if (!(error instanceof UnansweredCommit))
      await client.query('rollback').catch((failure: Error) => {
        lost = failure
      })
    throw error
  } finally {
    giveBack(opened, client, { error: thrown, lost })
  }
}

/**
 * A statement that Postgres parses and plans once for each connection. Casts must give the types of
 * its parameters.
 */
export type Prepared = { name: string; text: string }
type Scalar = string | number | boolean | null
type Value = Scalar | Scalar[]

/**
 * Executes prepared statements over this organization's rows as one transaction in one round trip,
 * and answers the rows of each. For statements of every request that need no answer of an earlier
 * one. They use generic plans, which prune the months when they start. When one fails, none of them
 * changes anything, and its error is thrown.
 *
 * The values are parameters, so each call is its own statement between `begin` and `commit`, and
 * all are sent together. Compared with one text with literals (CPU of this process and of Postgres
 * for each round trip, in µs): 400 bytes of values 87 + 66 for 66 + 59, 700 bytes the same, 3 KB 64
 * + 83 for 96 + 97, 80 KB 424 + 763 for 1010 + 1743. Also, no text with literals stays in the heap.
 */
export async function inOneTrip(
  organizationId: string,
  ...calls: { statement: Prepared; values: Value[] }[]
): Promise<pg.QueryResultRow[][]> {
  const { opened, begin: begins } = placeOfCaller()
  const client = await opened.pool.connect()
  let lost: Error | undefined
  let thrown: unknown
  try {
    const begin = `${begins}; ${scopeTo(organizationId)}, ${genericPlans}${fence(organizationId)}`
    const sent = inOneWrite(client, () => [
      client.query(begin),
      // The prefix keeps these names apart from those of `runPrepared`.
      ...calls.map(({ statement: { name, text }, values }) =>
        client.query({ name: `trip ${name}`, text, values }),
      ),
      client.query('commit'),
    ])
    // All have to end before the connection may be used again. The first error is the cause of the
    // others; a commit after it rolls back.
    const all = Promise.allSettled(sent)
    await Promise.allSettled(sent.slice(0, -1))
    return (await soon(all))
      .map((end) => {
        if (end.status === 'rejected') throw end.reason
        return end.value.rows
      })
      .slice(1, -1)
  } catch (error) {
    thrown = error
    // A connection stays usable after a refused statement, and is dropped after any other error.
    if (!(error instanceof pg.DatabaseError)) lost = error as Error
    throw error
  } finally {
    giveBack(opened, client, { error: thrown, lost })
  }
}

/**
 * Registers `work` to be called before this process closes the database, for writes that are
 * delayed. One for each name.
 */
export function beforeClosing(name: string, work: () => Promise<void>): void {
  state.beforeClosing.set(name, work)
}

/** Ends every pool of this process. */
export async function closeDatabase(): Promise<void> {
  for (const work of state.beforeClosing.values()) await work()
  const pools = Object.values(state.pools)
  state.pools = {}
  await Promise.all(pools.map(({ pool }) => pool.end()))
}
