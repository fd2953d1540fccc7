import { eq, inArray, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import { mailSenders } from '#db/schema/mails'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { isUuid } from '#lib/ids'
import type { MailNames, ProviderNews } from '#lib/integrations/mail-webhooks/news'
import { receivePostmark } from '#lib/integrations/mail-webhooks/postmark'
import { receiveSendGrid } from '#lib/integrations/mail-webhooks/sendgrid'
import { readSes } from '#lib/integrations/mail-webhooks/ses'
import { confirmSubscription, readSns, type Fetch } from '#lib/integrations/mail-webhooks/sns'
import { log } from '#lib/log'
import { openText } from '#lib/sealed-text'
import { readHookToken } from '../../hie/hook-token.ts'
import { senderSecretPlace } from '../sender/sender-secrets.ts'
import { applyMailEvents } from './apply-mail-events.ts'
import { mailOfAddress, mailOfToken } from './bounce-address.ts'

type Message = { token: string; headers: { get(name: string): string | null }; body: Uint8Array }
type Sender = typeof mailSenders.$inferSelect

const unknown = (): ApiError =>
  new ApiError('not_found', 'There is no webhook at this address. Copy it from the sender again.')

/** The mail that a provider names, of this organization only. */
async function findMail(tx: Tx, names: MailNames): Promise<string | undefined> {
  const { tokens, senders, messageIds, providerIds } = names
  const fromIds = messageIds.map((id) => id.split('@')[0] ?? '').filter(isUuid)
  const named = [...tokens.map(mailOfToken), ...senders.map(mailOfAddress), ...fromIds].filter(
    (id) => id !== undefined,
  )
  if (named.length > 0) {
    const [found] = await tx.select({ id: mails.id }).from(mails).where(inArray(mails.id, named))
    if (found) return found.id
  }
  if (providerIds.length === 0) return undefined
  const [found] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(inArray(mails.providerId, providerIds))
  return found?.id
}

type Sns = Awaited<ReturnType<typeof readSns>>

/** Confirms the topic of SES, and remembers that, or that it sends to us no longer. */
async function follow({ organizationId }: Sender, sns: Sns, fetch?: Fetch): Promise<void> {
  const isBegun = sns.Type === 'SubscriptionConfirmation'
  if (isBegun) await confirmSubscription(sns, fetch)
  const at = isBegun ? sql`coalesce(${mailSenders.subscribedAt}, now())` : null
  await inOrganization(organizationId, (tx) =>
    tx
      .update(mailSenders)
      .set({ subscribedAt: at })
      .where(eq(mailSenders.organizationId, organizationId)),
  )
}

/** What the provider says, after its proof was verified. */
async function newsOf(
  sender: Sender,
  { headers, body }: Message,
  fetch?: Fetch,
): Promise<ProviderNews[]> {
  const { organizationId, provider, providerKey, providerSecret } = sender
  switch (provider) {
    case 'ses': {
      const sns = await readSns(providerKey, body, fetch)
      if (sns.Type === 'Notification') return readSes(sns.Message, sns.MessageId)
      await follow(sender, sns, fetch)
      return []
    }
    case 'sendgrid':
      return receiveSendGrid(providerKey, headers, body)
    case 'postmark': {
      const place = senderSecretPlace(organizationId, 'webhook password')
      const password = providerSecret === null ? '' : openText(place, providerSecret)
      return receivePostmark({ user: providerKey ?? '', password }, headers, body)
    }
    case null:
      throw unknown()
  }
}

/**
 * Receives news of the organization's provider of mails: verifies address and proof, and writes what
 * is new. A repeated message changes nothing; news of mails that are not ours are ignored. Throws
 * 404 for an unknown address, 401 for a wrong proof. `fetch` reads addresses of Amazon.
 */
export async function receiveNews(message: Message, fetch?: Fetch): Promise<void> {
  const hook = readHookToken(message.token)
  if (!hook || hook.connectionId !== hook.organizationId) throw unknown()
  const { organizationId } = hook
  const [sender] = await inOrganization(organizationId, (tx) =>
    tx.select().from(mailSenders).where(eq(mailSenders.organizationId, organizationId)),
  )
  const { provider } = sender ?? {}
  if (!sender || !provider) throw unknown()
  const news = await newsOf(sender, message, fetch)
  // One transaction each: a batch of thousands must not lock as many mails at once.
  for (const { mail, ...event } of news)
    await inOrganization(organizationId, async (tx) => {
      const mailId = await findMail(tx, mail)
      if (mailId !== undefined) await applyMailEvents(tx, mailId, provider, [event])
    })
  log.info({ organizationId, provider, events: news.length }, 'a webhook of mails was received')
}

/** The endpoint of `receiveNews`. */
export async function receiveMailWebhook(
  _nobody: Actor,
  message: Message,
): Promise<Record<string, unknown>> {
  await receiveNews(message)
  return {}
}
