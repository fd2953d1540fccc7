import { eq } from 'drizzle-orm'
import { workflows } from '#db/schema/workflows'
import { noNeeds, type PublishNeeds } from '#lib/domain/back-test/publish-needs'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'

/** What a draft must prove before it is published. Throws 403, 404. */
export const getPublishNeeds = defineOperation<{ id: string }, PublishNeeds>({
  name: 'getPublishNeeds',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    return (await getWorkflowFor(tx, actor, input.id)).publishNeeds ?? noNeeds
  },
})

/** Says what a draft must prove before it is published; for who may publish. Throws 403, 404. */
export const setPublishNeeds = defineOperation<{ id: string } & PublishNeeds, PublishNeeds>({
  name: 'setPublishNeeds',
  permission: 'workflows:publish',
  audit: ({ input: { id, ...needs } }) => ({
    action: 'workflow.publish_needs_changed',
    objectKind: 'workflow',
    objectId: id,
    details: needs,
  }),
  async run({ actor, input: { id, ...needs }, tx }) {
    const row = await getWorkflowFor(tx, actor, id, 'publish', { lock: true })
    await tx.update(workflows).set({ publishNeeds: needs }).where(eq(workflows.id, row.id))
    return needs
  },
})
