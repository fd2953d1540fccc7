import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { mailSenders } from '#db/schema/mails'
import { organizations } from '#db/schema/organizations'
import type {
  changeMailSenderSchema,
  MailSenderView,
} from '#lib/contracts/organization/mail-sender'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import { isSendGridKey } from '#lib/integrations/mail-webhooks/sendgrid'
import { sealText } from '#lib/sealed-text'
import { defineOperation } from '../../define-operation.ts'
import { senderSecretPlace } from './sender-secrets.ts'
import { senderView } from './sender-view.ts'

type Changes = z.output<typeof changeMailSenderSchema>
type Row = typeof mailSenders.$inferSelect
type Columns = Partial<Omit<Row, 'organizationId' | 'updatedAt'>>

const refuse = (path: string, message: string): never => {
  throw ApiError.invalid([{ path, message }])
}

/** The password as it is stored: a new one, the one before, or none. */
function passwordColumn(
  organizationId: string,
  server: NonNullable<Changes['server']>,
  before: Row | undefined,
): string | null {
  const { host, port, password, userName } = server
  if (userName === null || password === null) return null
  if (password !== undefined)
    return sealText(senderSecretPlace(organizationId, 'smtp password'), password)
  // It belongs to the server that it was entered for: another one must not get it.
  const isSame = before?.host === host && before.port === port
  if (isSame && before.password !== null) return before.password
  return refuse('server.password', 'Give the password of this user name.')
}

function serverColumns(
  organizationId: string,
  server: Changes['server'],
  before: Row | undefined,
): Columns {
  if (server === undefined) return {}
  if (server === null)
    return { host: null, port: null, security: null, userName: null, password: null }
  const { host, port, security, userName } = server
  const password = passwordColumn(organizationId, server, before)
  if (
    password !== null &&
    security === 'none' &&
    !env().HTTP_ALLOW_PRIVATE.includes(`${host}:${port}`)
  )
    refuse('server.security', 'A password needs an encrypted connection: STARTTLS or TLS.')
  return { host, port, security, userName, password }
}

const topicPattern = /^arn:aws(-[a-z]+)*:sns:[a-z0-9-]+:\d{12}:[\w-]+(\.fifo)?$/

function webhookColumns(
  organizationId: string,
  webhook: Changes['webhook'],
  before: Row | undefined,
): Columns {
  if (webhook === undefined) return {}
  if (webhook === null)
    return { provider: null, providerKey: null, providerSecret: null, subscribedAt: null }
  const { provider, key, secret } = webhook
  const changed = before?.provider !== provider || before.providerKey !== key
  const subscription = changed ? { subscribedAt: null } : {}
  const plain = { provider, providerKey: key, providerSecret: null, ...subscription }
  if (provider === 'ses') {
    if (!topicPattern.test(key))
      refuse(
        'webhook.key',
        'Give the ARN of the topic, like arn:aws:sns:us-east-1:123456789012:mails.',
      )
    return plain
  }
  if (provider === 'sendgrid') {
    if (!isSendGridKey(key))
      refuse('webhook.key', 'This is no verification key. Copy it from “Signature Verification”.')
    return plain
  }
  if (secret !== undefined) {
    const place = senderSecretPlace(organizationId, 'webhook password')
    return { ...plain, providerSecret: sealText(place, secret) }
  }
  if (before?.provider !== 'postmark' || before.providerSecret === null)
    refuse('webhook.secret', 'Make up a password, and enter it at Postmark as well.')
  return { provider, providerKey: key }
}

/** The name and the address are settings of the organization. */
async function changeSettings(tx: Tx, organizationId: string, changes: Changes): Promise<void> {
  const settings = JSON.stringify({ mailName: changes.name, mailFrom: changes.address })
  if (settings === '{}') return
  await tx
    .update(organizations)
    .set({ settings: sql`jsonb_strip_nulls(${organizations.settings} || ${settings}::jsonb)` })
    .where(eq(organizations.id, organizationId))
}

/** What the audit log says of a change: no secret, and nothing that is one at a provider. */
const auditDetails = ({ server, webhook, ...rest }: Changes) => ({
  ...rest,
  ...(server === undefined
    ? {}
    : { server: server && { host: server.host, port: server.port, security: server.security } }),
  ...(webhook === undefined ? {} : { webhook: webhook && webhook.provider }),
})

/**
 * Changes what is given of how the organization sends mails; the rest stays. Throws 400 for a server
 * without an address of the organization: the installation's address is not theirs.
 */
export const changeMailSender = defineOperation<Changes, MailSenderView>({
  name: 'changeMailSender',
  permission: 'settings:manage',
  audit: ({ actor, input }) => ({
    action: 'mail_sender.changed',
    objectKind: 'organization',
    objectId: actor.organizationId,
    details: auditDetails(input),
  }),
  async run({ actor, input, tx }) {
    const { organizationId } = actor
    const [before] = await tx
      .select()
      .from(mailSenders)
      .where(eq(mailSenders.organizationId, organizationId))
      .for('update')
    await changeSettings(tx, organizationId, input)
    const { replyTo, bounceDomain } = input
    const columns: Columns = {
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(bounceDomain === undefined ? {} : { bounceDomain }),
      ...serverColumns(organizationId, input.server, before),
      ...webhookColumns(organizationId, input.webhook, before),
    }
    await tx
      .insert(mailSenders)
      .values({ organizationId, ...columns })
      .onConflictDoUpdate({
        target: mailSenders.organizationId,
        set: { ...columns, updatedAt: sql`now()` },
      })
    const view = await senderView(tx, organizationId)
    if (view.server && view.address === null)
      refuse('address', 'Your own mail server needs an address of yours to send from.')
    return view
  },
})
