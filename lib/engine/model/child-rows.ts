import { unnamed } from '#lib/domain/run/case-name'
import { instantOfId, newId } from '#lib/ids'
import type { PendingWrites } from './run-state.ts'
import type { LeasedRun, ChildRow } from './run.ts'

/**
 * The child runs that tasks of `run` start to wait for. A run of a loop's body has the definition
 * and the start data of `run`.
 */
export function childRows(
  run: LeasedRun,
  children: PendingWrites['children'],
  stepIdOf: (key: string) => string,
): ChildRow[] {
  return children.map(({ child, index, taskId, key, attempt }) => {
    const id = newId()
    const own = { id, createdAt: instantOfId(id), taskId, attempt }
    if (child.kind === 'workflow') {
      const { workflowId, versionId, startData, name } = child
      return {
        ...own,
        ...name,
        index,
        workflowId,
        versionId,
        startData,
        depth: run.depth + 1,
        scopeRunId: null,
        loop: null,
      }
    }
    const { items, from, parallel, stopAtFailure } = child
    const outer = [
      { runId: run.id, prefix: key.slice(0, key.indexOf(':') + 1) },
      ...(run.loop?.outer ?? []),
    ]
    const loop = { stepId: stepIdOf(key), from, items, parallel, stopAtFailure, outer }
    return {
      ...own,
      // People know an item by the run around its loop, unless a step names it.
      ...unnamed,
      index: from,
      workflowId: run.workflowId,
      versionId: run.versionId,
      startData: {},
      depth: run.depth,
      scopeRunId: run.scopeId,
      loop,
    }
  })
}
