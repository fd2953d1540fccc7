import type pg from 'pg'
import { inOneTrip } from '#db/client'

type Query = { name: string; text: string; values: (string | number | string[])[] }

/**
 * Reads of one organization, asked like those of a pool: each in a transaction that is scoped to the
 * organization. Processes that answer requests have no other way to read what the engine wrote.
 */
export const scopedPool = (organizationId: string): pg.Pool => {
  const query = async ({ name, text, values }: Query) => {
    const [rows] = await inOneTrip(organizationId, { statement: { name, text }, values })
    return { rows: rows ?? [] }
  }
  return { query } as unknown as pg.Pool
}
