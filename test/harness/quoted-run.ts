import { inOrganization } from '#db/client'
import { runs } from '#db/schema/runs'
import { isQuoted, quotedIds } from '#lib/operations/runs/of-reference'

/** The run whose reference a form answered. */
export async function quotedRun(organizationId: string, reference: unknown) {
  const ids = quotedIds(String(reference))
  if (!ids) return undefined
  const [run] = await inOrganization(organizationId, (tx) =>
    tx.select().from(runs).where(isQuoted(runs.id, ids)),
  )
  return run
}
