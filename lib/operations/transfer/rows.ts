import pg from 'pg'

/** A row as texts, as Postgres writes them: exact for every type. */
export type Row = Record<string, string | null>
export type Column = { name: string; type: string }
export type Table = { name: string; columns: Column[] }

const columnsSql = `
  select relname as name, json_agg(json_build_object('name', attname,
    'type', format_type(atttypid, atttypmod)) order by attnum) as columns
  from pg_class c join pg_attribute on attrelid = c.oid
  where relnamespace = 'public'::regnamespace and relname = any($1::text[]) and attnum > 0
    and not attisdropped and attgenerated = ''
  group by relname`

const referencesSql = `
  select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
  from pg_constraint where contype = 'f' and conparentid = 0 and conrelid <> confrelid`

/** No foreign key refers to a partitioned table, but triggers read them and write into others. */
const ofTriggers = [
  { from: 'tasks', to: 'runs' },
  { from: 'run_search', to: 'runs' },
  { from: 'work_items', to: 'tasks' },
]

/** The tables of an archive, each after those that it refers to. */
export async function tablesInOrder(client: pg.Client, names: string[]): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(columnsSql, [names])
  const { rows: references } = await client.query<{ from: string; to: string }>(referencesSql)
  references.push(...ofTriggers)
  const ordered: Table[] = []
  const rest = new Map(tables.map((table) => [table.name, table]))
  while (rest.size > 0) {
    const waits = (name: string) => references.some(({ from, to }) => from === name && rest.has(to))
    const next = [...rest.values()].find(({ name }) => !waits(name))
    if (!next) throw new Error(`tables refer to each other: ${[...rest.keys()].join(', ')}`)
    rest.delete(next.name)
    ordered.push(next)
  }
  return ordered
}

const targetBytes = 1024 * 1024
const maxRows = 2000

/**
 * The rows of a query as arrays of texts, some of them at a time: about a megabyte, so that long rows
 * come in small numbers. In a transaction.
 */
export async function* rowsOf(
  client: pg.Client,
  query: string,
  values: string[] = [],
): AsyncGenerator<(string | null)[][]> {
  await client.query(`declare transfer no scroll cursor for ${query}`, values)
  for (let count = 100; ;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${count} from transfer`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    yield rows
    const bytes = rows.flat().reduce((sum, value) => sum + (value?.length ?? 0), 1)
    count = Math.max(1, Math.min(maxRows, Math.round((rows.length * targetBytes) / bytes)))
  }
  await client.query('close transfer')
}

const quoted = (name: string): string => pg.escapeIdentifier(name)

/** Reads the columns as texts. */
export const selectAsText = (columns: Column[], from: string): string =>
  `select ${columns.map(({ name }) => `${quoted(name)}::text`).join(', ')} from ${from}`

/** Rows as an entry of an archive: a line of JSON each. */
export const linesOf = (rows: (string | null)[][]): Buffer =>
  Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))

export const rowsOfLines = (content: Buffer): (string | null)[][] =>
  content
    .toString('utf8')
    .split('\n')
    .map((line) => JSON.parse(line) as (string | null)[])

/** Inserts rows of texts; `into` is an identifier. With `replaces`, over those with the same key. */
export async function insertRows(
  client: pg.Client,
  { into, columns, replaces }: { into: string; columns: Column[]; replaces?: string | undefined },
  rows: (string | null)[][],
): Promise<void> {
  const names = columns.map(({ name }) => quoted(name))
  const casts = columns.map(({ name, type }) => `${quoted(name)}::${type}`)
  const given = columns.map((_, index) => `$${index + 1}::text[]`)
  const over = names.map((name) => `${name} = excluded.${name}`).join(', ')
  const clash = replaces === undefined ? '' : ` on conflict (${replaces}) do update set ${over}`
  await client.query(
    `insert into ${into} (${names.join(', ')}) overriding system value
     select ${casts.join(', ')} from unnest(${given.join(', ')}) as given(${names.join(', ')})${clash}`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  )
}
