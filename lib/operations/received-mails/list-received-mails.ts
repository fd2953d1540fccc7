import { and, desc, eq, lt } from 'drizzle-orm'
import { receivedMails } from '#db/schema/received-mails'
import { workflows } from '#db/schema/workflows'
import type { ReceivedMailSummary } from '#lib/contracts/runs/received-mails'
import type { Page, PageQuery } from '#lib/domain/page'
import type { ReceivedMailStatus } from '#lib/domain/received-mail-words'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import {
  mailWithWorkflow,
  receivedMailSummary,
  visibleReceivedMails,
} from './received-mail-view.ts'

type Query = PageQuery & {
  status?: ReceivedMailStatus | undefined
  runId?: string | undefined
}

/** The received mails that the caller sees, newest first. */
export const listReceivedMails = defineOperation<Query, Page<ReceivedMailSummary>>({
  name: 'listReceivedMails',
  permission: 'mails:read',
  async run({ actor, input, tx }) {
    const chosen = and(
      input.status && eq(receivedMails.status, input.status),
      input.runId === undefined ? undefined : eq(receivedMails.runId, input.runId),
      visibleReceivedMails(actor),
    )
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select(mailWithWorkflow)
          .from(receivedMails)
          .leftJoin(workflows, eq(workflows.id, receivedMails.workflowId))
          .where(and(chosen, after && lt(receivedMails.id, after[0])))
          .orderBy(desc(receivedMails.id))
          .limit(count),
      keyOf: ({ mail }) => [mail.id],
      view: receivedMailSummary,
    })
  },
})
