import { leadsToStandby } from '#db/client'
import type { Finding } from '#lib/contracts/instance/installation'
import { env } from '#lib/env'
import { fine, problem, type Check } from './finding.ts'

const about = 'Standby for reads'
const toDo =
  'Point DATABASE_REPLICA_URL at a streaming standby of DATABASE_URL, or leave it out ' +
  '(docs/operations.md). Until then the primary answers the reads.'

/** What is wrong with the standby that DATABASE_REPLICA_URL names; nothing without it. */
export const replicaCheck: Check = {
  about,
  async look(): Promise<Finding[]> {
    if (env().DATABASE_REPLICA_URL === undefined) return []
    let isStandby: boolean
    try {
      isStandby = await leadsToStandby()
    } catch (error) {
      // Codes only: messages may hold addresses with passwords.
      const why = (error as { code?: string }).code ?? 'no answer'
      return [problem(about, `It cannot be reached (${why}).`, toDo)]
    }
    return isStandby
      ? [fine(about, 'It answers and follows a primary.')]
      : [problem(about, 'DATABASE_REPLICA_URL leads to a server that is no standby.', toDo)]
  },
}
