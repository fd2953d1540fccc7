import { and, inArray, lt, sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { savedForms } from '#db/schema/saved-forms'
import { staysInCell } from '#db/goes-on-here'

const batch = 1000

/**
 * Deletes what visitors saved of shared forms and whose time is over; the sweep of uploads then
 * deletes their files. Answers whether there may be more.
 */
export async function pruneSavedForms(): Promise<boolean> {
  const due = engineDb()
    .select({ id: savedForms.id })
    .from(savedForms)
    .where(and(lt(savedForms.endsAt, sql`now()`), staysInCell))
    .limit(batch)
  const { rowCount } = await engineDb().delete(savedForms).where(inArray(savedForms.id, due))
  return rowCount === batch
}
