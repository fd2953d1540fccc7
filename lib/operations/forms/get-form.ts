import type { MemberFormView } from '#lib/contracts/workflows/forms'
import { ApiError } from '#lib/domain/api-error'
import { may } from '#lib/domain/access/scope'
import { scopeOf, targetOf } from '../access/scope-of.ts'
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
    const mayEdit = may(scopeOf(actor), 'edit', targetOf(workflow))
    return {
      slug: workflow.slug,
      workflowId: workflow.id,
      title: workflow.name,
      description: workflow.description,
      schema: version.definition.startData,
      uiSchema: {},
      version: version.number,
      public: workflow.formPublic,
      publicToken: workflow.formPublic && mayEdit ? workflow.formToken : null,
    }
  },
})
