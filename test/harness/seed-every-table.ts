import type pg from 'pg'
import { keyColumns } from '#lib/operations/files/key-columns'

type Column = {
  name: string
  type: string
  nullable: boolean
  hasDefault: boolean
  references: string | null
  allowed: string | null
}

const columnsOf = `
  select c.column_name as name, c.data_type as type, c.is_nullable = 'YES' as nullable,
  c.column_default is not null as "hasDefault",
    (select ft.relname || '.' || fa.attname from pg_constraint k
       join pg_class t on t.oid = k.conrelid join pg_class ft on ft.oid = k.confrelid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = any(k.conkey)
       join pg_attribute fa on fa.attrelid = ft.oid
         and fa.attnum = k.confkey[array_position(k.conkey, a.attnum)]
     where k.contype = 'f' and t.relname = c.table_name and a.attname = c.column_name
       and (array_length(k.conkey, 1) = 1 or c.column_name <> 'organization_id')
     order by array_length(k.conkey, 1) limit 1) as references,
    (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''') from pg_constraint k
      join pg_class t on t.oid = k.conrelid
     where k.contype = 'c' and t.relname = c.table_name
       and pg_get_constraintdef(k.oid) like '%(' || c.column_name || ' = ANY%' limit 1) as allowed
  from information_schema.columns c where c.table_schema = 'public' and c.table_name = $1`

/**
 * A value for a column of this type; texts and numbers differ between organizations, for unique
 * keys.
 */
function valueFor(table: string, column: Column, tag: number): unknown {
  if (column.allowed !== null) return column.allowed
  // Of bytes that nobody stored.
  if (keyColumns.some((of) => of.table === table && of.column === column.name))
    return `00/00/00000000-0000-7000-8000-00000000000${tag}`
  if (table === 'payloads' && column.name === 'hash') return String(tag).repeat(64)
  const values: Record<string, unknown> = {
    uuid: `00000000-0000-7000-8000-00000000000${tag}`,
    text: `text-${tag}`,
    json: '{}',
    jsonb: '{}',
    boolean: false,
    integer: tag,
    real: tag,
    bigint: tag,
    ARRAY: '{}',
    date: '1970-01-01',
    'timestamp with time zone': new Date(0),
    tsvector: '',
    'character varying': `text-${tag}`,
  }
  if (!(column.type in values))
    throw new Error(`seedEveryTable knows no value for the type ${column.type}; add one`)
  return values[column.type]
}

/**
 * Inserts one row per table for each of these organizations, from the catalogue: referenced tables
 * come first, required columns get a value of their type. As the owner of the tables.
 */
export async function seedEveryTable(
  client: pg.Client,
  organizationIds: readonly string[],
): Promise<void> {
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname not like '%drizzle%'`,
  )
  const described = new Map<string, Column[]>()
  for (const { name } of tables.rows)
    described.set(name, (await client.query<Column>(columnsOf, [name])).rows)
  // No foreign key refers to the runs, because they are partitioned; a row with a run still belongs
  // to one.
  for (const column of [...described.values()].flat())
    if (column.name === 'run_id') column.references ??= 'runs.id'
  // The same is true for the rows that each run writes for its organization.
  for (const column of [...described.values()].flat())
    if (column.name === 'organization_id') column.references ??= 'organizations.id'
  const made = new Map<string, Record<string, unknown>[]>()
  const needs = (columns: Column[]) =>
    columns.flatMap((column) =>
      column.references && (!column.nullable || column.name === 'organization_id')
        ? [column.references.split('.')[0] ?? '']
        : [],
    )
  while (made.size < described.size) {
    const next = [...described].find(
      ([name, columns]) => !made.has(name) && needs(columns).every((other) => made.has(other)),
    )
    if (!next) throw new Error('the tables refer to each other in a circle')
    const [name, columns] = next
    const rows: Record<string, unknown>[] = []
    for (const [index, organizationId] of organizationIds.entries()) {
      const row: Record<string, unknown> = {}
      for (const column of columns) {
        const isOwn = column.name === 'organization_id' || column.name === 'id'
        if (!isOwn && (column.nullable || column.hasDefault)) continue
        const [table, field] = column.references?.split('.') ?? []
        row[column.name] =
          table && field ? made.get(table)?.[index]?.[field] : valueFor(name, column, index + 1)
      }
      if (name === 'organizations') row['id'] = organizationId
      // Rules without a workflow or folder are those of the organization.
      if (name === 'access_rules') row['object_id'] = organizationId
      const names = Object.keys(row)
      await client.query(
        `insert into "${name}" (${names.map((column) => `"${column}"`).join(', ')})
          values (${names.map((_, at) => `$${at + 1}`).join(', ')})
         on conflict do nothing`,
        Object.values(row),
      )
      // Read, not returned, because the trigger of `runs` has already written the row of
      // `run_search`.
      const key = ['organization_id', 'id'].find((column) => column in row)
      const written = key
        ? await client.query(`select * from "${name}" where "${key}" = $1 limit 1`, [row[key]])
        : await client.query(`select * from "${name}" limit 1`)
      rows.push(written.rows[0] as Record<string, unknown>)
    }
    made.set(name, rows)
  }
}
