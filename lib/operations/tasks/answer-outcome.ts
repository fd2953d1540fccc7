import {
  answerUnknownOutcome,
  type UnknownOutcomeAnswer,
} from '#lib/engine/commands/answer-unknown-outcome'
import type { TaskView } from '#lib/domain/run/run'
import { requireRunOfTask } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { getTaskOrThrow } from './find-task.ts'
import { taskView } from './task-view.ts'

type Answer =
  | { answer: 'happened'; output?: unknown }
  | { answer: 'try-again' }
  | { answer: 'give-up'; reason?: string | undefined }
type Input = { taskId: string } & Answer

function engineAnswer(input: Answer): UnknownOutcomeAnswer {
  if (input.answer === 'happened') return { outcome: 'happened', output: input.output }
  return input.answer === 'try-again'
    ? { outcome: 'retry' }
    : { outcome: 'give-up', reason: input.reason }
}

export const answerOutcome = defineOperation<Input, TaskView>({
  name: 'answerUnknownOutcome',
  permission: 'runs:control',
  audit: ({ input }) => ({
    action: 'task.outcome-answered',
    objectKind: 'task',
    objectId: input.taskId,
    details: { answer: input.answer },
  }),
  async run({ actor, input, tx }) {
    await requireRunOfTask(tx, actor, input.taskId)
    await answerUnknownOutcome(tx, {
      organizationId: actor.organizationId,
      taskId: input.taskId,
      answer: engineAnswer(input),
      by: actor.name,
    })
    return taskView(await getTaskOrThrow(tx, input.taskId))
  },
})
