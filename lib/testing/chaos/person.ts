import type pg from 'pg'
import { inOrganization, type Tx } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { answerUnknownOutcome } from '#lib/engine/answer-unknown-outcome'
import { completeScreen } from '#lib/engine/complete-screen'
import type { CountingProvider } from './provider.ts'

type Waiting = { id: string; reason: string; attempt: number }
export type Person = {
  /** Looks at everything that waits for a person now, and answers it. */
  tend(): Promise<void>
  /** How often it said "try again", by task. */
  retries: Map<string, number>
  answered: { screens: number; happened: number; retried: number }
}

/** Fills in every screen, and tells the outcome of calls by what the provider wrote down. */
export function simulatePerson(admin: () => pg.Client, organizationId: string, provider: CountingProvider): Person {
  const retries = new Map<string, number>()
  const answered = { screens: 0, happened: 0, retried: 0 }

  async function answer({ id, reason, attempt }: Waiting): Promise<void> {
    const act = { organizationId, taskId: id, by: 'a person' }
    if (reason === 'screen') {
      if (await acted((tx) => completeScreen(tx, { ...act, output: { decision: 'approved' } }))) answered.screens++
      return
    }
    const found = provider.find(id, attempt)
    // Counted before it is said: when the answer is lost, it may have been heard.
    if (!found) retries.set(id, (retries.get(id) ?? 0) + 1)
    if (await acted((tx) => answerUnknownOutcome(tx, { ...act, answer: found ? { outcome: 'happened', output: found } : { outcome: 'retry' } })))
      answered[found ? 'happened' : 'retried']++
  }
  /** False when somebody was faster. Throws when the database is away: the next look tries again. */
  async function acted(act: (tx: Tx) => Promise<unknown>): Promise<boolean> {
    try {
      await inOrganization(organizationId, act)
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }

  return {
    retries,
    answered,
    async tend() {
      const { rows } = await admin().query<Waiting>(
        `select tasks.id, state->>'reason' as reason, attempt from tasks join runs on runs.id = run_id
         where runs.status in ('running', 'suspended') and tasks.status = 'suspended' and state->>'reason' in ('screen', 'unknown-outcome')`,
      )
      for (const waiting of rows) await answer(waiting)
    },
  }
}
