import { sql, type SQL } from 'drizzle-orm'
import { authDb, inOrganization, type Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { countOf } from '#lib/domain/count-of'
import { openText, prefixOfWriting, sealText } from '#lib/sealed-text'
import { sealedColumns, type SealedColumn } from './sealed-columns.ts'

/** Rows of one transaction: short, so that nobody waits for a row. */
const batch = 50

export type Progress = {
  /** Values that the present key encrypts now and did not before. */
  done: number
  /** Values of former keys that are left. */
  remaining: number
  /** Where values are that no known key opens, as `table.column of id`. They stay as they are. */
  unreadable: string[]
}

type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type Row = { id: string; organizationId: string; sealed: string }

/** Transactions that see the rows of a column: one scope for sign-in, one for each organization. */
async function scopesOf({ of }: SealedColumn): Promise<Within[]> {
  if (of === 'sign-in') return [async (work) => await authDb().transaction(work)]
  const all = await authDb().select({ id: organizations.id }).from(organizations)
  return all.map(
    ({ id }): Within =>
      async (work) =>
        await inOrganization(id, work),
  )
}

/** Which rows hold a value of a former key. */
function formerValues({ column, only }: SealedColumn): SQL {
  const value = sql.raw(column)
  const some = sql`${value} <> '' and not starts_with(${value}, ${prefixOfWriting()})`
  return only ? sql`${sql.raw(only)} and ${some}` : some
}

async function nextRows(tx: Tx, column: SealedColumn, after: string): Promise<Row[]> {
  const { table, key, of } = column
  const organization = of === 'organization' ? sql.raw('organization_id') : sql`''`
  const id = sql.raw(`${key}::text`)
  const { rows } = await tx.execute<Row>(
    sql`select ${id} as id, ${organization} as "organizationId", ${sql.raw(column.column)} as sealed
        from ${sql.raw(table)} where ${formerValues(column)} and ${id} > ${after}
        order by ${id} limit ${batch}`,
  )
  return rows
}

/** Answers whether the value was replaced, or was changed meanwhile; false when no key opens it. */
async function reEncryptRow(tx: Tx, column: SealedColumn, row: Row): Promise<boolean> {
  const place = column.place(row)
  let text: string
  try {
    text = openText(place, row.sealed)
  } catch {
    return false
  }
  const value = sql.raw(column.column)
  await tx.execute(
    sql`update ${sql.raw(column.table)} set ${value} = ${sealText(place, text)}
        where ${sql.raw(`${column.key}::text`)} = ${row.id} and ${value} = ${row.sealed}`,
  )
  return true
}

async function reEncryptColumn(
  column: SealedColumn,
  within: Within,
  progress: Progress,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await within(async (tx) => {
      const found = await nextRows(tx, column, after)
      for (const row of found) {
        if (await reEncryptRow(tx, column, row)) progress.done += 1
        else progress.unreadable.push(`${column.table}.${column.column} of ${row.id}`)
      }
      return found
    })
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** How many values former keys encrypt. */
export async function remainingValues(): Promise<number> {
  let remaining = 0
  for (const column of sealedColumns)
    for (const within of await scopesOf(column))
      remaining += await within(async (tx) => {
        const { rows } = await tx.execute<{ count: number }>(
          sql`select count(*)::int as count from ${sql.raw(column.table)}
              where ${formerValues(column)}`,
        )
        return rows[0]?.count ?? 0
      })
  return remaining
}

/**
 * Encrypts the values of former keys with the key that writes now, in short transactions beside
 * everything else. A value is replaced only while it is the one that was read, so whoever changes it
 * meanwhile wins. It may end at any point and be called again: it takes what is left.
 */
export async function reEncryptValues(say: (sentence: string) => void): Promise<Progress> {
  const progress: Progress = { done: 0, remaining: 0, unreadable: [] }
  for (const column of sealedColumns) {
    const before = progress.done
    for (const within of await scopesOf(column)) await reEncryptColumn(column, within, progress)
    if (progress.done > before)
      say(`  ${column.table}.${column.column}: ${countOf(progress.done - before, 'value')}`)
  }
  progress.remaining = await remainingValues()
  return progress
}
