import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { mailTriggers } from '#db/schema/received-mails'
import type { MailTriggerView } from '#lib/contracts/runs/received-mails'
import { noMailRules, type MailRules } from '#lib/domain/received-mail'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { addressAt, newLocalPart, receivesMails } from './addresses.ts'

type Row = typeof mailTriggers.$inferSelect

const view = (row: Row | undefined): MailTriggerView => ({
  receiving: receivesMails(),
  address: row ? addressAt(row.localPart) : null,
  enabled: row?.enabled ?? false,
  rules: row?.rules ?? noMailRules,
})

async function findTrigger(tx: Tx, workflowId: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(mailTriggers).where(eq(mailTriggers.workflowId, workflowId))
  return row
}

/** The mail address of a workflow. Whoever has it may start runs, so it is for who may edit it. */
export const getMailTrigger = defineOperation<{ id: string }, MailTriggerView>({
  name: 'getMailTrigger',
  permission: 'workflows:edit',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id, 'edit')
    return view(await findTrigger(tx, workflow.id))
  },
})

type Change = { id: string; enabled: boolean; rules: MailRules }

/** Gives a workflow a mail address that nobody can guess, or changes the rules of the one it has. */
export const setMailTrigger = defineOperation<Change, MailTriggerView>({
  name: 'setMailTrigger',
  permission: 'workflows:edit',
  audit: ({ input: { id, enabled, rules } }) => ({
    action: 'mail-trigger.set',
    objectKind: 'workflow',
    objectId: id,
    details: { enabled, rules },
  }),
  async run({ actor, input: { id, enabled, rules }, tx }) {
    const { id: workflowId, slug } = await getWorkflowFor(tx, actor, id, 'edit', { lock: true })
    const change = { enabled, rules, updatedBy: actor.name }
    const [row] = await tx
      .insert(mailTriggers)
      .values({
        workflowId,
        organizationId: actor.organizationId,
        localPart: newLocalPart(slug),
        ...change,
      })
      .onConflictDoUpdate({ target: mailTriggers.workflowId, set: change })
      .returning()
    return view(row)
  },
})

/** Gives a workflow another mail address; the old one is refused from now on. Makes none. */
export const rotateMailTrigger = defineOperation<{ id: string }, MailTriggerView>({
  name: 'rotateMailTrigger',
  permission: 'workflows:edit',
  audit: ({ input }) => ({
    action: 'mail-trigger.rotated',
    objectKind: 'workflow',
    objectId: input.id,
  }),
  async run({ actor, input, tx }) {
    const { id, slug } = await getWorkflowFor(tx, actor, input.id, 'edit', { lock: true })
    const [row] = await tx
      .update(mailTriggers)
      .set({ localPart: newLocalPart(slug), updatedBy: actor.name })
      .where(eq(mailTriggers.workflowId, id))
      .returning()
    return view(row)
  },
})
