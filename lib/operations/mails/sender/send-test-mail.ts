import { requireUses } from '#lib/auth/rate-limit'
import { newId } from '#lib/ids'
import { env } from '#lib/env'
import { refuseInSandbox } from '#lib/integrations/outbound/refuse-in-sandbox'
import { defineOutsideOperation } from '../../define-operation.ts'
import { composeMail } from '../compose-mail.ts'
import { loadSender } from './load-sender.ts'
import { describeSmtpFailure, openTransport } from './smtp-transport.ts'

/** A person waits for the answer. */
const silenceMs = 20_000

type Tried = { sent: boolean; message: string }

const text =
  'This mail tries the sender of your organization in Rounds. If you read it, sending works. ' +
  'Answer it to see where answers go.'

/**
 * Sends a mail at once, outside the outbox, with the settings as they are, and says in a sentence
 * what went wrong.
 */
export const sendTestMail = defineOutsideOperation<{ to: string }, Tried>({
  name: 'sendTestMail',
  permission: 'settings:manage',
  audit: ({ actor, output: { sent } }) => ({
    action: 'mail_sender.tested',
    objectKind: 'organization',
    objectId: actor.organizationId,
    details: { sent },
  }),
  async run({ actor, input: { to }, transaction }) {
    refuseInSandbox('No mail was sent.')
    const limit = { of: ['test mail', actor.organizationId], most: 20, seconds: 3600 }
    await requireUses([limit], 'Too many test mails in the last hour.')
    const sender = await transaction((tx) => loadSender(tx, actor.organizationId))
    const settings = env()
    if (!sender.server && settings.SMTP_URL === undefined)
      return {
        sent: false,
        message: 'There is no mail server: name one here, or ask the operator to set SMTP_URL.',
      }
    const composed = composeMail(
      {
        id: newId(),
        subject: 'A test from Rounds',
        text,
        html: null,
        replyTo: null,
        stopUrl: null,
      },
      { recipients: [to], cc: [], bcc: [] },
      sender,
      settings,
    )
    try {
      const { SMTP_URL = '', HTTP_ALLOW_PRIVATE } = settings
      const transport = await openTransport(sender.server, SMTP_URL, HTTP_ALLOW_PRIVATE, silenceMs)
      try {
        await transport.sendMail(composed)
      } finally {
        transport.close()
      }
      return { sent: true, message: 'The mail server took the mail. Look into the mailbox.' }
    } catch (error) {
      return { sent: false, message: describeSmtpFailure(error) }
    }
  },
})
