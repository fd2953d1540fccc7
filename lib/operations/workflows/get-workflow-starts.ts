import { asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { mailTriggers } from '#db/schema/received-mails'
import { schedules } from '#db/schema/schedules'
import { webhookTriggers } from '#db/schema/webhooks'
import { can } from '#lib/auth/actor'
import type { WorkflowStarts } from '#lib/contracts/workflows/workflow-starts'
import { defineOperation } from '../define-operation.ts'
import { loadFaxLines } from '../faxes/get-fax-lines.ts'
import { receivesMails } from '../received-mails/addresses.ts'
import { getWorkflowFor } from './find-workflow.ts'
import { settingOfWorkflow, workflowsWith } from './used-by.ts'

const maxSchedules = 50

async function loadSchedules(tx: Tx, workflowId: string): Promise<WorkflowStarts['schedules']> {
  const rows = await tx
    .select({
      id: schedules.id,
      name: schedules.name,
      timeZone: schedules.timeZone,
      paused: schedules.paused,
      nextAt: schedules.nextAt,
      problem: schedules.problem,
    })
    .from(schedules)
    .where(eq(schedules.workflowId, workflowId))
    .orderBy(sql`${schedules.nextAt} nulls last`, asc(schedules.id))
    .limit(maxSchedules)
  return rows.map((row) => ({ ...row, nextAt: row.nextAt?.toISOString() ?? null }))
}

async function loadMail(tx: Tx, workflowId: string): Promise<WorkflowStarts['mail']> {
  const [row] = await tx
    .select({ enabled: mailTriggers.enabled })
    .from(mailTriggers)
    .where(eq(mailTriggers.workflowId, workflowId))
  return row ? { enabled: row.enabled, receiving: receivesMails() } : null
}

async function loadWebhook(tx: Tx, workflowId: string): Promise<WorkflowStarts['webhook']> {
  const [row] = await tx
    .select({ name: webhookTriggers.name, enabled: webhookTriggers.enabled })
    .from(webhookTriggers)
    .where(eq(webhookTriggers.workflowId, workflowId))
  return row ?? null
}

/** What starts a workflow besides people, systems and its form. Throws 404. */
export const getWorkflowStarts = defineOperation<{ id: string }, WorkflowStarts>({
  name: 'getWorkflowStarts',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const { id, slug } = await getWorkflowFor(tx, actor, input.id)
    const seesTimes = can(actor, 'schedules:read')
    const { lines } = seesTimes ? await loadFaxLines(tx, id) : { lines: [] }
    return {
      schedules: seesTimes ? await loadSchedules(tx, id) : [],
      mail: await loadMail(tx, id),
      webhook: await loadWebhook(tx, id),
      faxLines: lines,
      ...(await workflowsWith(tx, actor, settingOfWorkflow(slug))),
    }
  },
})
