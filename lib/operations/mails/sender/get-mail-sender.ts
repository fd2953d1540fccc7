import type { MailSenderView } from '#lib/contracts/organization/mail-sender'
import { defineOperation } from '../../define-operation.ts'
import { senderView } from './sender-view.ts'

/** Reads how the organization sends mails. The address of its webhook is a credential. */
export const getMailSender = defineOperation<unknown, MailSenderView>({
  name: 'getMailSender',
  permission: 'settings:manage',
  async run({ actor, tx }) {
    return await senderView(tx, actor.organizationId)
  },
})
