import { openText, openWith, sealText, sealWith, type Place } from '#lib/sealed-text'
import { sealedColumns, type SealedColumn } from '../secret-keys/sealed-columns.ts'
import type { Row } from './rows.ts'

const columnsOf = (table: string): SealedColumn[] =>
  sealedColumns.filter(
    (column) =>
      column.table === table && (column.of === 'organization' || table === 'second_factors'),
  )

type Change = (place: Place, sealed: string) => string

/** Answers how many values stayed as they are, because nobody can open them. */
function changeValues(table: string, row: Row, change: Change): number {
  let unreadable = 0
  for (const { column, key, only, place } of columnsOf(table)) {
    const sealed = row[column]
    if (!sealed || (only !== undefined && row[only] !== 'true')) continue
    const where = place({ id: row[key] ?? '', organizationId: row['organization_id'] ?? '' })
    try {
      row[column] = change(where, sealed)
    } catch {
      unreadable += 1
    }
  }
  return unreadable
}

/** Encrypts the secrets of a row with the archive's key instead of this installation's. */
export const sealForTransport = (key: Buffer, table: string, row: Row): number =>
  changeValues(table, row, (place, sealed) =>
    sealWith(key, `${place.purpose} ${place.boundTo}`, openText(place, sealed)),
  )

/** The opposite, with the key of the installation that imports. */
export const sealHere = (key: Buffer, table: string, row: Row): number =>
  changeValues(table, row, (place, sealed) =>
    sealText(place, openWith(key, `${place.purpose} ${place.boundTo}`, sealed)),
  )
