import { serve } from '#lib/process-pool/serve'
import type { MailReply, MailRequest } from '../messages.ts'
import { checkSender } from './check-sender.ts'
import { readMail } from './read-mail.ts'

/** The program of a process that reads mails of strangers. */
await serve<MailRequest>(async (request, { bytes, send }) => {
  const reply: MailReply =
    request.do === 'read' ? await readMail(request, bytes, send) : await checkSender(request, bytes)
  return { reply }
})
