import type { TaskView } from '#lib/domain/run/run'
import { loadValue } from '#lib/engine/store/payloads'
import { defineOperation } from '../define-operation.ts'
import { getTaskOrThrow } from './find-task.ts'
import { taskView } from './task-view.ts'

export const getTask = defineOperation<{ taskId: string }, TaskView>({
  name: 'getTask',
  permission: 'runs:read',
  audit: ({ output }) => ({ action: 'task.read', objectKind: 'task', objectId: output.id }),
  async run({ input, tx }) {
    const task = await getTaskOrThrow(tx, input.taskId)
    return taskView({
      ...task,
      output: await loadValue(tx, task.runId, task.output, task.outputRef),
    })
  },
})
