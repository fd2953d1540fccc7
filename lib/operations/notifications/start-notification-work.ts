import { startDueLoop } from '#lib/engine/worker/due-loop'
import { sendDueMails } from './send-due-mails.ts'
import { sendDuePushes } from './send-due-pushes.ts'

/** Tells people by mail and in their browsers, in a worker process, until it is stopped. */
export function startNotificationWork(): { stop(): Promise<void> } {
  const mails = startDueLoop('mails of notifications', async () => ({
    more: await sendDueMails(),
  }))
  const pushes = startDueLoop('messages to browsers', async () => ({
    more: await sendDuePushes(),
  }))
  return {
    async stop() {
      await Promise.all([mails.stop(), pushes.stop()])
    },
  }
}
