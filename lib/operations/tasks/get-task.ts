import type { TaskView } from '#lib/domain/run'
import { defineOperation } from '../define-operation.ts'
import { getTaskOrThrow } from './find-task.ts'
import { taskView } from './task-view.ts'

export const getTask = defineOperation<{ taskId: string }, TaskView>({
  name: 'getTask',
  permission: 'runs:read',
  audit: ({ output }) => ({ action: 'task.read', objectKind: 'task', objectId: output.id }),
  async run({ input, tx }) {
    return taskView(await getTaskOrThrow(tx, input.taskId))
  },
})
