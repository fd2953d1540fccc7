import { newId } from '#lib/ids'
import { defineOutsideOperation } from '../define-operation.ts'
import { namedFiles, withCaseFiles } from './case-files.ts'
import { changed, insertCase, requireRoom, type ChangedCase } from './insert-case.ts'
import { askStepFor, type StepPlace } from './step-of.ts'

export type CaseContent = { name: string; fileIds: string[]; expected: Record<string, unknown> }

/**
 * Adds files with what they say. The bytes are copied while no transaction is open. Throws 403, 404
 * for the step or a file, 409 when it is full, 422 for files that are too large.
 */
export const addTestCase = defineOutsideOperation<StepPlace & CaseContent, ChangedCase>({
  name: 'addTestCase',
  permission: 'workflows:edit',
  audit: changed('test_set.case_added'),
  async run({ actor, input, transaction }) {
    const { name, expected } = input
    const found = await transaction(async (tx) => {
      const { workflow, step } = await askStepFor(tx, actor, input)
      await requireRoom(tx, workflow.id, step.id)
      return await namedFiles(tx, actor, input.fileIds)
    })
    const id = newId()
    const workflowId = await withCaseFiles(
      actor,
      found,
      id,
      async (files) =>
        await transaction(async (tx) => {
          const { workflow, step } = await askStepFor(tx, actor, input)
          const place = { workflowId: workflow.id, stepId: step.id }
          await insertCase(tx, actor, { id, ...place, name, expected, files })
          return workflow.id
        }),
    )
    return { id, workflowId }
  },
})
