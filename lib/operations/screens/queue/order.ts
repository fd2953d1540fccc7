import { sql, type SQL } from 'drizzle-orm'
import { workItems } from '#db/schema/work-items'
import type { Actor } from '#lib/auth/actor'
import { usualDirection, type InboxSort, type SortDirection } from '#lib/domain/run/inbox-words'
import { cursorValue, instantOfMicros } from '#lib/operations/keyset'
import { caseTitle } from './filters.ts'

const microsOf = (instant: SQL | typeof workItems.openedAt): SQL =>
  sql`(extract(epoch from ${instant}) * 1000000)::bigint`

/** A sort: what it compares first. Equal ones follow by when they opened. */
type First = {
  by(direction: SortDirection): SQL
  type: 'int' | 'bigint' | 'text'
  pattern: RegExp
}

const bigint = { type: 'bigint', pattern: /^-?\d{1,18}$/ } as const
/** What has no due date comes last in both directions. */
const never: Record<SortDirection, SQL> = { asc: sql`999999999999999999`, desc: sql`-1` }

const firsts: Record<InboxSort, First> = {
  priority: { by: () => sql`${workItems.priority}`, type: 'int', pattern: cursorValue.integer },
  due: {
    by: (direction) =>
      sql`coalesce(${microsOf(sql`${workItems.dueAt}`)}, ${never[direction]}::bigint)`,
    ...bigint,
  },
  opened: { by: () => microsOf(workItems.openedAt), ...bigint },
  case: {
    by: () => sql`lower(coalesce(${caseTitle}, ${workItems.title}))`,
    type: 'text',
    pattern: cursorValue.text,
  },
}

/** The key of an item: the value of the sort, when it opened, and its id. */
type ItemKey = readonly [string, string, string, string]

/** An order of items, and how a list goes on in it. */
type ItemOrder = {
  by: SQL[]
  needsCase: boolean
  /** The value of the sort, for the key. */
  first: SQL<string>
  /** The patterns of a cursor. It names its sort, so that one of another sort is refused. */
  shape: readonly [RegExp, RegExp, RegExp, RegExp]
  name: string
  /**
   * The conditions of what follows a key: the rest with its value, and the values beyond. With one
   * condition for both, every page would read all pages before it.
   */
  after(key: ItemKey): SQL[]
}

export function orderOf(sort: InboxSort = 'priority', chosen?: SortDirection): ItemOrder {
  const direction = chosen ?? usualDirection(sort)
  const { by, type, pattern } = firsts[sort]
  const first = by(direction)
  const cast = sql.raw(`::${type}`)
  const name = `${sort}-${direction}`
  return {
    by: [
      direction === 'asc' ? sql`${first} asc` : sql`${first} desc`,
      sql`${workItems.openedAt} asc`,
      sql`${workItems.taskId} asc`,
    ],
    needsCase: sort === 'case',
    first: sql<string>`${first}::text`,
    name,
    shape: [new RegExp(`^${name}$`), pattern, cursorValue.micros, cursorValue.uuid],
    after([, value, micros, id]) {
      const beyond = direction === 'asc' ? sql`>` : sql`<`
      return [
        sql`${first} = ${value}${cast} and (${workItems.openedAt}, ${workItems.taskId})
          > (${instantOfMicros(micros)}, ${id}::uuid)`,
        sql`${first} ${beyond} ${value}${cast}`,
      ]
    },
  }
}

/** What somebody should do next: their own first, then what is overdue, the urgent, the old. */
export const urgency = (actor: Actor): SQL[] => [
  mineFirst(actor),
  sql`(${workItems.dueAt} is not null and ${workItems.dueAt} < now()) desc`,
  sql`${workItems.priority} desc`,
  sql`${workItems.dueAt} asc nulls last`,
  sql`${workItems.openedAt} asc`,
  sql`${workItems.taskId} asc`,
]

export const mineFirst = (actor: Actor): SQL =>
  sql`(${workItems.assigneeId} is not null and ${workItems.assigneeId} = ${actor.id}::uuid) desc`
