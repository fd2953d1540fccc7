import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { trials } from '#db/schema/test-sets'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { askStepFor, casesOf, settingsOf, type StepPlace } from './step-of.ts'

/** So many trials of a step are kept; older ones have values of patients and no use. */
const keptTrials = 20

/**
 * Begins a trial of the draft's step; workers do it. Throws 403, 404, 409 while another one runs,
 * and 422 with what cannot be tested.
 */
export const startTrial = defineOperation<StepPlace, { id: string }>({
  name: 'startTrial',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'test_set.started',
    objectKind: 'workflow',
    objectId: input.id,
    details: { stepId: input.stepId, trialId: output.id },
  }),
  async run({ actor, input, tx }) {
    const { workflow, step } = await askStepFor(tx, actor, input)
    if (actor.sandbox)
      throw new ApiError('sandbox_only', 'A test key runs no test sets: they may ask real models.')
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`tests:${workflow.id}`}, 0))`,
    )
    const own = and(eq(trials.workflowId, workflow.id), eq(trials.stepId, step.id))
    const [running] = await tx
      .select({ id: trials.id })
      .from(trials)
      .where(and(own, eq(trials.status, 'running')))
    if (running) throw new ApiError('conflict', 'This test set is running. Wait for it or stop it.')
    const cases = await casesOf(tx, workflow.id, step.id)
    if (cases.length === 0)
      throw new ApiError('unprocessable', 'This test set has no cases. Add one first.')
    const settings = await settingsOf(tx, step, cases)
    const id = newId()
    await tx.insert(trials).values({
      id,
      organizationId: actor.organizationId,
      workflowId: workflow.id,
      stepId: step.id,
      settings,
      caseIds: cases.map((one) => one.id),
      results: [],
      nextAt: sql`now()`,
      startedBy: actor.name,
    })
    const [oldest] = await tx
      .select({ id: trials.id })
      .from(trials)
      .where(own)
      .orderBy(desc(trials.id))
      .offset(keptTrials - 1)
      .limit(1)
    if (oldest) await tx.delete(trials).where(and(own, lt(trials.id, oldest.id)))
    return { id }
  },
})

/** Stops what runs of a set; the case that a model has just been asked about is not waited for. */
export const stopTrial = defineOperation<StepPlace, { stopped: number }>({
  name: 'stopTrial',
  permission: 'workflows:edit',
  audit: ({ input }) => ({
    action: 'test_set.stopped',
    objectKind: 'workflow',
    objectId: input.id,
    details: { stepId: input.stepId },
  }),
  async run({ actor, input, tx }) {
    const { workflow, step } = await askStepFor(tx, actor, input)
    const stopped = await tx
      .update(trials)
      .set({ status: 'stopped', nextAt: null, endedAt: sql`now()` })
      .where(
        and(
          eq(trials.workflowId, workflow.id),
          eq(trials.stepId, step.id),
          eq(trials.status, 'running'),
        ),
      )
      .returning({ id: trials.id })
    return { stopped: stopped.length }
  },
})
