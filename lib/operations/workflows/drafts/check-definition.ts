import type { Definition } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { defineOperation } from '#lib/operations/define-operation'
import { findProblems } from './find-problems.ts'
import { getWorkflowFor } from '../find-workflow.ts'

/** Finds the problems that a definition would have as this workflow's draft; nothing is stored. */
export const checkDefinition = defineOperation<
  { id: string; definition: Definition },
  { problems: Problem[] }
>({
  name: 'checkDefinition',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const { publishedVersionId } = await getWorkflowFor(tx, actor, input.id)
    return { problems: await findProblems(tx, actor, input.definition, publishedVersionId) }
  },
})
