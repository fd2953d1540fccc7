import { inOrganization, type Tx } from '#db/client'
import { answerUnknownOutcome } from '#lib/engine/commands/answer-unknown-outcome'
import { cancelRun } from '#lib/engine/commands/cancel-run'
import { cancelTask } from '#lib/engine/commands/cancel-task'
import { answerScreen } from '#lib/engine/commands/answer-screen'
import { endAsyncResult } from '#lib/engine/commands/end-async-result'
import { faultPoint } from '#lib/engine/store/fault-points'
import { pauseWorkflow, resumeWorkflow } from '#lib/engine/commands/pause-workflow'
import { retryFromStep } from '#lib/engine/commands/retry-from-step'
import { startRun } from '#lib/engine/commands/start-run'
import { startBatched } from '#lib/engine/commands/start-batched'
import { limitCalls } from '#lib/operations/connections/limit-calls'

type Ids = {
  organizationId: string
  workflowId: string
  runId: string
  taskId: string
  asyncResultId: string
  connectionId: string
  /** What a person tells that a call answered. */ output: unknown
  start: Parameters<typeof startRun>[1]
  together: Parameters<typeof startBatched>[0]
}

/** The acts of a process that answers requests; each is one transaction. */
const acts = {
  start: (tx: Tx, { start }: Ids) => startRun(tx, start),
  screen: (tx: Tx, { organizationId, taskId }: Ids) =>
    answerScreen(tx, { organizationId, taskId, output: 'answered', by: 'a test' }),
  answer: (tx: Tx, { organizationId, taskId, output }: Ids) =>
    answerUnknownOutcome(tx, {
      organizationId,
      taskId,
      answer: { outcome: 'happened', output },
      by: 'a test',
    }),
  cancelTask: (tx: Tx, { organizationId, taskId }: Ids) =>
    cancelTask(tx, { organizationId, taskId, by: 'a test' }),
  cancelRun: (tx: Tx, { organizationId, runId }: Ids) =>
    cancelRun(tx, { organizationId, runId, by: 'a test' }),
  result: (tx: Tx, { organizationId, asyncResultId }: Ids) =>
    endAsyncResult(tx, organizationId, asyncResultId, { status: 'completed', result: 'came' }),
  pause: (tx: Tx, { workflowId }: Ids) => pauseWorkflow(tx, workflowId, 'a test'),
  resume: (tx: Tx, { workflowId }: Ids) => resumeWorkflow(tx, workflowId),
  retry: (tx: Tx, { organizationId, runId }: Ids) =>
    retryFromStep(tx, {
      organizationId,
      runId,
      stepId: undefined,
      version: 'same',
      by: 'a test',
      byUserId: null,
    }),
  startTogether: (_tx: Tx, { together }: Ids) => startBatched(together),
  limited: (_tx: Tx, { organizationId, connectionId }: Ids) =>
    limitedPort(organizationId, connectionId).call(),
} satisfies Record<string, (tx: Tx, ids: Ids) => Promise<unknown>>

/** A port to a connection that allows one call at a time. */
export function limitedPort(organizationId: string, id: string): { call(): Promise<string> } {
  return limitCalls(
    { call: async () => await Promise.resolve('called') },
    { id, organizationId, slug: 'limited', maxConcurrent: 1, maxPerMinute: null },
  )
}

export type Act = keyof typeof acts

/** Executes `{ act, … }` once, with a fault point before and after its commit. */
export async function actOnce(json: string): Promise<void> {
  const { act, ...ids } = JSON.parse(json) as Ids & { act: Act }
  await inOrganization(ids.organizationId, async (tx) => {
    await acts[act](tx, ids)
    faultPoint('before-act')
  })
  faultPoint('after-act')
}
