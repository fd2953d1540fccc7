import type pg from 'pg'
import { inOrganization } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { answerUnknownOutcome } from '#lib/engine/commands/answer-unknown-outcome'
import { completeScreen } from '#lib/operations/screens/complete-screen'
import { signedIn } from '../samples/person.ts'
import type { CountingProvider } from './provider.ts'

type Waiting = { id: string; type: string; reason: string; title: string | null; attempt: number }
export type Person = {
  /** Reads everything that waits for a person now, and answers it. */
  tend(): Promise<void>
  /** How often it said "try again", by task. */
  retries: Map<string, number>
  /** Calls about which it was asked although their author allows a repeat. */
  needless: Set<string>
  answered: { screens: number; refusedByHooks: number; happened: number; retried: number }
}

/**
 * Fills in every screen; those titled "Twice" hastily at first, which their hooks must refuse.
 * Answers unknown outcomes from the provider's record.
 */
export function simulatePerson(
  admin: () => pg.Client,
  organizationId: string,
  provider: CountingProvider,
): Person {
  const retries = new Map<string, number>()
  const answered = { screens: 0, refusedByHooks: 0, happened: 0, retried: 0 }
  const hasty = new Set<string>()
  const needless = new Set<string>()
  let somebody: ReturnType<typeof signedIn> | undefined

  async function fillIn(taskId: string, decision: string): Promise<boolean> {
    somebody ??= signedIn(organizationId, 'owner', 'Pat').catch((error: unknown) => {
      somebody = undefined
      throw error
    })
    const { actor } = await somebody
    return await acted(() => completeScreen(actor, { taskId, output: { decision } }))
  }
  async function answer({ id, type, reason, title, attempt }: Waiting): Promise<void> {
    const act = { organizationId, taskId: id, by: 'a person' }
    if (reason === 'screen') {
      if (title === 'Twice' && !hasty.has(id)) {
        if (!(await fillIn(id, 'hasty'))) answered.refusedByHooks++
        hasty.add(id)
      }
      if (await fillIn(id, 'approved')) answered.screens++
      return
    }
    if (type === 'order') needless.add(`task ${id}`)
    const found = provider.find(id, attempt)
    // Counted before it is sent, because the answer may be lost after it arrived.
    if (!found) retries.set(id, (retries.get(id) ?? 0) + 1)
    if (
      await acted(() =>
        inOrganization(organizationId, (tx) =>
          answerUnknownOutcome(tx, {
            ...act,
            answer: found ? { outcome: 'happened', output: found } : { outcome: 'retry' },
          }),
        ),
      )
    )
      answered[found ? 'happened' : 'retried']++
  }
  /**
   * False when it was refused: another was faster, or a hook refused. Throws when the database
   * cannot be reached: the next round tries again.
   */
  async function acted(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }

  return {
    retries,
    needless,
    answered,
    async tend() {
      const { rows } = await admin().query<Waiting>(
        `select tasks.id, step_type as type, state->>'reason' as reason, state->>'title' as title,
          attempt from tasks join runs on runs.id = run_id
         where runs.status in ('running', 'suspended') and tasks.status = 'suspended'
           and state->>'reason' in ('screen', 'unknown-outcome')`,
      )
      for (const waiting of rows) await answer(waiting)
    },
  }
}
