import type pg from 'pg'

export type ConcurrentIndex = { unique: boolean; name: string; table: string; rest: string }

const pattern =
  /^create\s+(?<unique>unique\s+)?index\s+concurrently\s+"?(?<name>\w+)"?\s+on\s+"?(?<table>\w+)"?\s*(?<rest>.+?);?$/is

/**
 * Undefined for every other statement. `rest` is the part after the table: method, columns, where.
 */
export function readConcurrentIndex(statement: string): ConcurrentIndex | undefined {
  const withoutComments = statement.replaceAll(/^\s*--.*$/gm, '').trim()
  const groups = pattern.exec(withoutComments)?.groups
  if (!groups?.name || !groups.table || !groups.rest) return undefined
  const { unique, name, table, rest } = groups
  return { unique: unique !== undefined, name, table, rest }
}

/**
 * Creates an index while everybody else reads and writes. May be repeated after it was interrupted:
 * an index that was not finished is made again. Of a partitioned table, for which Postgres knows no
 * CONCURRENTLY, each partition gets its index so, and the table's own is made of them.
 * @param execute runs a statement that takes a lock for a moment
 */
export async function createIndexConcurrently(
  client: pg.Client,
  index: ConcurrentIndex,
  execute: (statement: string) => Promise<void>,
): Promise<void> {
  if (!(await isPartitioned(client, index.table))) {
    await createOne(client, index)
    return
  }
  const kind = index.unique ? 'unique index' : 'index'
  await execute(
    `create ${kind} if not exists "${index.name}" on only "${index.table}" ${index.rest}`,
  )
  // A month that is created meanwhile has the index already, because it is created like the table.
  for (const table of await partitionsWithout(client, index)) {
    const name = `${index.name}${table.slice(index.table.length)}`
    if (name.length > 63) throw new Error(`The index name ${name} is too long: 63 at most.`)
    await createOne(client, { ...index, name, table })
    await execute(`alter index "${index.name}" attach partition "${name}"`)
  }
}

async function isPartitioned(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ partitioned: boolean }>(
    `select relkind = 'p' as partitioned from pg_class where oid = $1::regclass`,
    [table],
  )
  return rows[0]?.partitioned === true
}

async function createOne(client: pg.Client, index: ConcurrentIndex): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass($1)`,
    [index.name],
  )
  if (rows[0]?.valid) return
  // It waits for the end of older transactions but blocks no statement, so it has no lock_timeout.
  if (rows[0]) await client.query(`drop index concurrently "${index.name}"`)
  const kind = index.unique ? 'unique index' : 'index'
  await client.query(
    `create ${kind} concurrently "${index.name}" on "${index.table}" ${index.rest}`,
  )
}

async function partitionsWithout(client: pg.Client, index: ConcurrentIndex): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = $1::regclass and not exists (
       select from pg_index join pg_inherits as part on part.inhrelid = indexrelid
       where indrelid = pg_class.oid and part.inhparent = $2::regclass)
     order by relname`,
    [index.table, index.name],
  )
  return rows.map(({ name }) => name)
}
