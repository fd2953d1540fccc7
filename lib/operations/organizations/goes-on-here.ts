import { sql } from 'drizzle-orm'

/**
 * For work in the background that tells people something: a condition on rows with an
 * `organization_id`. While an organization is moved, two installations have the same rows, and
 * neither tells anybody.
 */
export const goesOnHereText = `exists (select from organizations as still_here
  where still_here.id = organization_id and still_here.moved_at is null)`

export const goesOnHere = sql.raw(goesOnHereText)
