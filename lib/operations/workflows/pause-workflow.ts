import type { Workflow } from '#lib/contracts/workflows/workflows'
import {
  pauseWorkflow as pause,
  resumeWorkflow as resume,
} from '#lib/engine/commands/pause-workflow'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowFor } from './find-workflow.ts'
import { workflowView } from './workflow-view.ts'

/** Pauses a workflow: nothing of it starts, and its runs stop before their next step. */
export const pauseWorkflow = defineOperation<{ id: string }, Workflow>({
  name: 'pauseWorkflow',
  permission: 'workflows:control',
  audit: ({ output }) => ({
    action: 'workflow.paused',
    objectKind: 'workflow',
    objectId: output.id,
    details: { name: output.name },
  }),
  async run({ actor, input, tx }) {
    const { id } = await getWorkflowFor(tx, actor, input.id, 'edit', { lock: true })
    await pause(tx, id, actor.name)
    return await workflowView(tx, actor, await getWorkflowFor(tx, actor, id, 'edit'))
  },
})

/** Resumes a paused workflow and its runs. */
export const resumeWorkflow = defineOperation<{ id: string }, Workflow & { released: number }>({
  name: 'resumeWorkflow',
  permission: 'workflows:control',
  audit: ({ output }) => ({
    action: 'workflow.resumed',
    objectKind: 'workflow',
    objectId: output.id,
    details: { name: output.name, runs: output.released },
  }),
  async run({ actor, input, tx }) {
    const { id } = await getWorkflowFor(tx, actor, input.id, 'edit', { lock: true })
    const released = await resume(tx, id)
    const row = await getWorkflowFor(tx, actor, id, 'edit')
    return { ...(await workflowView(tx, actor, row)), released }
  },
})
