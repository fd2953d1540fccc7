import type { TaskView } from '#lib/domain/run/run'
import { loadValue } from '#lib/engine/store/payloads'
import { requireRun } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { getTaskOrThrow } from './find-task.ts'
import { taskView } from './task-view.ts'

export const getTask = defineOperation<{ taskId: string }, TaskView>({
  name: 'getTask',
  permission: 'runs:read',
  audit: ({ output }) => ({ action: 'task.read', objectKind: 'task', objectId: output.id }),
  async run({ actor, input, tx }) {
    const task = await getTaskOrThrow(tx, input.taskId)
    await requireRun(tx, actor, task.runId, { what: 'task', id: input.taskId })
    return taskView({
      ...task,
      output: await loadValue(tx, task.runId, task.output, task.outputRef),
    })
  },
})
