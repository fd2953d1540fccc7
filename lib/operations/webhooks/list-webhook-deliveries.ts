import { and, desc, eq, lt } from 'drizzle-orm'
import { webhookDeliveries } from '#db/schema/webhooks'
import type { WebhookDeliveryView } from '#lib/contracts/workflows/webhooks'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'

type Row = typeof webhookDeliveries.$inferSelect

const view = (row: Row): WebhookDeliveryView => {
  const { id, status, reason, runId, size, repeats, repeatedAt, createdAt } = row
  return {
    id,
    status,
    reason,
    runId,
    size,
    repeats,
    repeatedAt: repeatedAt?.toISOString() ?? null,
    receivedAt: createdAt.toISOString(),
  }
}

/** What was posted to the webhook of a workflow and how it was answered, newest first. */
export const listWebhookDeliveries = defineOperation<
  PageQuery & { id: string },
  Page<WebhookDeliveryView>
>({
  name: 'listWebhookDeliveries',
  permission: 'workflows:edit',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id, 'edit')
    const ofWorkflow = eq(webhookDeliveries.workflowId, workflow.id)
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(webhookDeliveries)
          .where(and(ofWorkflow, after && lt(webhookDeliveries.id, after[0])))
          .orderBy(desc(webhookDeliveries.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view,
    })
  },
})
