import type { ReplayServices } from '#lib/engine/replay/replay-services'
import type { ReplayParts } from '../computing/replay-parts.ts'
import { scopedPool } from './scoped-pool.ts'
import { checkedBySchema } from '../schema-issues.ts'

/** The services with which runs of an organization are replayed. */
export const replayServicesFor = (
  parts: ReplayParts,
  organizationId: string,
  signal: AbortSignal,
): ReplayServices => ({
  ...parts,
  pool: scopedPool(organizationId),
  async checkAnswer(schema, answer) {
    const { found } = await checkedBySchema(schema, answer, { organizationId, signal })
    return found.issues.map(({ path }) => path)
  },
})
