import { sql } from 'drizzle-orm'

/**
 * For work in the background: a condition on rows with the organization's id in `column`. While an
 * organization is moved, two installations have the same rows, and neither does anything about them:
 * what is due waits, and happens once where it goes on.
 */
export const goesOnHereText = (column = 'organization_id'): string => `exists (
  select from organizations as still_here
  where still_here.id = ${column} and still_here.moved_at is null)`

export const goesOnHere = sql.raw(goesOnHereText())

/**
 * For the deletion of what is over, which also happens to an organization that went to another
 * installation and left its rows: nothing is deleted while it is copied to another cell.
 */
export const staysInCell = sql.raw(`not exists (
  select from organizations as leaving
  where leaving.id = organization_id and leaving.moved_to is not null)`)
