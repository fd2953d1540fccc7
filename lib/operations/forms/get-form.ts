import { can } from '#lib/auth/actor'
import type { MemberFormView } from '#lib/contracts/workflows/forms'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'

/** The start form of a workflow's published version. Throws 404 when there is none. */
export const getForm = defineOperation<{ slug: string }, MemberFormView>({
  name: 'getForm',
  permission: 'forms:submit',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.slug, 'run')
    if (!workflow.publishedVersionId || (actor.kind === 'public' && actor.id !== workflow.id))
      throw ApiError.notFound('form', input.slug)
    const version = await publishedVersionOrThrow(tx, workflow)
    return {
      slug: workflow.slug,
      workflowId: workflow.id,
      title: workflow.name,
      description: workflow.description,
      schema: version.definition.startData,
      uiSchema: {},
      version: version.number,
      public: workflow.formPublic,
      publicToken: workflow.formPublic && can(actor, 'workflows:edit') ? workflow.formToken : null,
    }
  },
})
