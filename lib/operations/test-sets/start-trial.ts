import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { trials } from '#db/schema/test-sets'
import { ApiError } from '#lib/domain/api-error'
import { keptTrials } from '#lib/domain/ask/test-set'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { lockSets } from './insert-case.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { askStepFor, casesOf, settingsOf, type StepPlace } from './step-of.ts'

/**
 * Begins a trial of the draft's step; workers do it. Throws 403, 404, 409 while another one runs,
 * and 422 with what cannot be tested.
 */
export const startTrial = defineOperation<StepPlace, { id: string; workflowId: string }>({
  name: 'startTrial',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'test_set.started',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { stepId: input.stepId, trialId: output.id },
  }),
  async run({ actor, input, tx }) {
    const { workflow, step } = await askStepFor(tx, actor, input)
    await lockSets(tx, workflow.id)
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
    return { id, workflowId: workflow.id }
  },
})

/** Stops what runs of a set; the case that is being asked about is not waited for. */
export const stopTrial = defineOperation<StepPlace, { stopped: number; workflowId: string }>({
  name: 'stopTrial',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'test_set.stopped',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { stepId: input.stepId },
  }),
  async run({ actor, input: { id, stepId }, tx }) {
    const { id: workflowId } = await testedWorkflow(tx, actor, id)
    const running = and(
      eq(trials.workflowId, workflowId),
      eq(trials.stepId, stepId),
      eq(trials.status, 'running'),
    )
    const stopped = await tx
      .update(trials)
      .set({ status: 'stopped', nextAt: null, endedAt: sql`now()` })
      .where(running)
      .returning({ id: trials.id })
    return { stopped: stopped.length, workflowId }
  },
})
