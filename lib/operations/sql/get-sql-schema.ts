import { can } from '#lib/auth/actor'
import type { SqlSchema } from '#lib/contracts/data/sql'
import { ApiError } from '#lib/domain/api-error'
import { readingTables } from '#lib/domain/provider/reading-tables'
import { runSql } from '#lib/org-database/run-sql'
import { defineOutsideOperation } from '../define-operation.ts'
import { builtInPlace, placeOf } from './database-targets.ts'

/**
 * The text of COMMENT. The functions for it (`obj_description`) cost ten times as much, because
 * they are planned at each call.
 */
const describedBy = (column: string) =>
  `(select d.description from pg_catalog.pg_description d where d.objoid = c.oid and d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objsubid = ${column})`

/**
 * Tables and views that the role may read, with their columns; one row for each column, which stays
 * within the limits of a statement.
 */
const catalogue = `
  select c.schema, c.name, c.view, ${describedBy('0')} as "tableDescription",
    a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable, ${describedBy('a.attnum')} as description
  from (
    select c.oid, n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as view
    from pg_catalog.pg_namespace n join pg_catalog.pg_class c on c.relnamespace = n.oid
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'rounds_internal')
      and c.relkind in ('r', 'p', 'v', 'm', 'f') and has_schema_privilege(n.oid, 'usage')
    -- Avoids checking the privileges of hundreds of catalogue tables first.
    offset 0
  ) c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where has_table_privilege(c.oid, 'select')
  order by c.schema, c.name, a.attnum limit 9999`

type Row = {
  schema: string
  name: string
  view: boolean
  tableDescription: string | null
  column: string
  type: string
  nullable: boolean
  description: string | null
}
type Answer = { rows: Row[] } | { error: { message: string } }

/** Lists what the organization's SQL can use, for people who write it. */
export const getSqlSchema = defineOutsideOperation<{ place: 'built-in' | 'outside' }, SqlSchema>({
  name: 'getSqlSchema',
  permission: 'sql:run',
  async run({ actor, input, signal }) {
    const { organizationId } = actor
    const place =
      input.place === 'outside'
        ? await placeOf(organizationId)
        : { ...(await builtInPlace(organizationId, 'none')), outside: false }
    if (input.place === 'outside' && !place.outside)
      throw new ApiError(
        'not_found',
        'No Postgres of the organization’s own is named. An owner can name one on the Data page.',
      )
    const { target, watchdogUrl, outside } = place
    const { json } = await runSql(
      target,
      { query: catalogue, params: [], arrayMode: false, readOnly: true },
      { organizationId, watchdogUrl, signal },
    )
    const answer = JSON.parse(json) as Answer
    if ('error' in answer)
      throw new ApiError('unavailable', `The tables cannot be listed: ${answer.error.message}`)
    const services = new Set<string>(outside ? [] : readingTables.map(({ name }) => name))
    const closed = readingTables.filter(({ permission }) => !can(actor, permission))
    const hidden = new Set<string>(outside ? [] : closed.map(({ name }) => name))
    const tables = new Map<string, SqlSchema['tables'][number]>()
    for (const {
      schema,
      name,
      view,
      tableDescription,
      column,
      type,
      nullable,
      description,
    } of answer.rows) {
      const key = JSON.stringify([schema, name])
      if (hidden.has(name) && schema === target.schema) continue
      const ownKind = view ? 'view' : 'table'
      const kind = services.has(name) && schema === target.schema ? 'service' : ownKind
      const table = tables.get(key) ?? {
        schema,
        name,
        kind,
        description: tableDescription,
        columns: [],
      }
      table.columns.push({ name: column, type, nullable, description })
      tables.set(key, table)
    }
    return {
      place: outside ? 'outside' : 'built-in',
      schema: target.schema,
      tables: [...tables.values()],
    }
  },
})
