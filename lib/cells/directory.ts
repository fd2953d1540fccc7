import type pg from 'pg'
import { deriveKey } from '#lib/env'
import { log } from '#lib/log'
import { makePool } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'
import type { Cell, OwnCell } from './own-cell.ts'

/**
 * The whole directory: which cells there are, and where organizations went that moved. One that
 * never moved has no row: it is where its data are.
 */
const schema = `
  create table if not exists cells (
    name text primary key,
    url text not null,
    key_fingerprint text not null,
    seen_at timestamptz not null default now()
  );
  create table if not exists cell_organizations (
    id uuid primary key,
    cell text not null references cells,
    moving_to text references cells,
    epoch integer not null default 1,
    changed_at timestamptz not null default now()
  )`

/** Any number: only one process at a time makes the tables. */
const schemaLock = 6_275_318

/** Tells whether two cells have the same key; it says nothing about the key. */
const keyFingerprint = (): string => deriveKey('cells: same key').toString('hex', 0, 8)

const pools = new Map<string, pg.Pool>()

/** The connections to a directory: few, because a request asks it nothing. */
function directoryPool(url: string): pg.Pool {
  const known = pools.get(url)
  if (known) return known
  const pool = makePool(
    {
      connectionString: url,
      max: 2,
      // A command may end while it has one.
      allowExitOnIdle: true,
      connectionTimeoutMillis: 3000,
      query_timeout: 5000,
      application_name: 'rounds directory',
    },
    (error) => log.warn({ error }, 'a connection to the directory was lost'),
  )
  pools.set(url, pool)
  return pool
}

/** Ends the connections to directories. */
export async function closeDirectory(): Promise<void> {
  const open = [...pools.values()]
  pools.clear()
  await Promise.all(open.map(async (pool) => await pool.end()))
}

async function makeTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [schemaLock])
    await client.query(schema)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/**
 * Writes this cell into the directory, whose tables it makes when they are missing. Throws a
 * `SettingsError` when the other cells have another secret key.
 */
export async function joinDirectory({ name, url, directoryUrl }: OwnCell): Promise<void> {
  const pool = directoryPool(directoryUrl)
  await makeTables(pool)
  const fingerprint = keyFingerprint()
  const { rows } = await pool.query<{ name: string }>(
    'select name from cells where key_fingerprint <> $1 and name <> $2 order by name',
    [fingerprint, name],
  )
  const [other] = rows
  if (other)
    throw new SettingsError(
      `The cell ${other.name} has another SECRET_KEY than this one (${name}). All cells of one ` +
        'service need the same, or links, cookies and webhooks of one would be void in another.',
    )
  await pool.query(
    `insert into cells (name, url, key_fingerprint) values ($1, $2, $3)
     on conflict (name) do update set url = excluded.url, seen_at = now(),
       key_fingerprint = excluded.key_fingerprint`,
    [name, url, fingerprint],
  )
}

/** All cells that ever joined. */
export async function listCells(directoryUrl: string): Promise<Cell[]> {
  const { rows } = await directoryPool(directoryUrl).query<Cell>(
    'select name, url from cells order by name',
  )
  return rows
}

/** Where an organization is that moved, is moving, or was to move. */
export type Place = { cell: string; movingTo: string | null; epoch: number }

const place = 'cell, moving_to as "movingTo", epoch'

/** Undefined for an organization that never was to move. */
export async function placeInDirectory(url: string, id: string): Promise<Place | undefined> {
  const { rows } = await directoryPool(url).query<Place>(
    `select ${place} from cell_organizations where id = $1`,
    [id],
  )
  return rows[0]
}

/** Organizations that have been moving for so many minutes. */
export async function listMoving(
  url: string,
  minutes: number,
): Promise<{ id: string; cell: string; to: string }[]> {
  const { rows } = await directoryPool(url).query<{ id: string; cell: string; to: string }>(
    `select id, cell, moving_to as to from cell_organizations
     where moving_to is not null and changed_at < now() - make_interval(mins => $1)`,
    [minutes],
  )
  return rows
}

export type Move = { id: string; from: string; to: string }

/**
 * Begins a move, or goes on with the same one. Every new one has a new epoch, so that what an older
 * one left behind is never taken for it. Throws a `SettingsError` when the organization is elsewhere.
 */
export async function beginMove(url: string, { id, from, to }: Move): Promise<Place> {
  const { rows } = await directoryPool(url).query<Place>(
    `insert into cell_organizations as o (id, cell, moving_to) values ($1, $2, $3)
     on conflict (id) do update set moving_to = excluded.moving_to, changed_at = now(),
       epoch = o.epoch + (o.moving_to is null)::int
     where o.cell = excluded.cell and (o.moving_to is null or o.moving_to = excluded.moving_to)
     returning ${place}`,
    [id, from, to],
  )
  const [begun] = rows
  if (begun) return begun
  const now = await placeInDirectory(url, id)
  throw new SettingsError(
    now?.movingTo
      ? `It is moving to ${now.movingTo}. Finish that, or take it back with --abort.`
      : `The directory says that it is in the cell ${now?.cell}. Run this there.`,
  )
}

/**
 * Commits a move: from now on it is there, and never again here. Answers false when somebody else
 * has ended this move.
 */
export async function commitMove(
  url: string,
  { id, from, to }: Move,
  epoch: number,
): Promise<boolean> {
  const { rowCount } = await directoryPool(url).query(
    `update cell_organizations set cell = $3, moving_to = null, changed_at = now()
     where id = $1 and cell = $2 and moving_to = $3 and epoch = $4`,
    [id, from, to, epoch],
  )
  return rowCount === 1
}

/** Takes a move back that was not committed; answers whether there was one. */
export async function abortMove(url: string, { id, from }: Omit<Move, 'to'>): Promise<boolean> {
  const { rowCount } = await directoryPool(url).query(
    `update cell_organizations set moving_to = null, changed_at = now()
     where id = $1 and cell = $2 and moving_to is not null`,
    [id, from],
  )
  return rowCount === 1
}
