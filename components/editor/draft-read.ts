import { keyOf, queryOf } from '#components/shared/loading/queries'
import { listRunsContract } from '#lib/contracts/runs/runs'
import { listStepTypesContract } from '#lib/contracts/workflows/step-types'
import { getWorkflowStartsContract } from '#lib/contracts/workflows/workflow-starts'
import { readWorkflowContract } from '#lib/contracts/workflows/workflows'

/**
 * How the draft is read at one opening of the editor. Each opening reads it anew, because an old
 * copy could only end in a conflict.
 */
export function draftRead(id: string, opening: string) {
  const { meta, ...read } = queryOf(readWorkflowContract, { params: { id } })
  return {
    ...read,
    queryKey: keyOf(readWorkflowContract, id, opening),
    // The largest workflows too are drawn by the server.
    meta: { ...meta, maxLength: 1_000_000 },
  }
}

/** How the editor reads the step types, without which no step can be drawn. */
export function stepTypesRead() {
  const { meta, ...read } = queryOf(listStepTypesContract)
  return { ...read, meta: { ...meta, maxLength: 500_000 } }
}

/** How the editor reads the runs of which one is shown at first: the last one that ended well. */
export const lastRunsRead = (id: string) =>
  queryOf(listRunsContract, { query: { workflow: id, limit: 5 } })

/** How the editor reads what starts the workflow. */
export const startsRead = (id: string) => queryOf(getWorkflowStartsContract, { params: { id } })
