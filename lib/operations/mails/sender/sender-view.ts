import { desc } from 'drizzle-orm'
import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { dkimKeys, mailSenders } from '#db/schema/mails'
import type { DkimKeyView, MailSenderView } from '#lib/contracts/organization/mail-sender'
import { env } from '#lib/env'
import { hookToken } from '../../hie/hook-token.ts'
import { loadSender } from './load-sender.ts'

type KeyRow = typeof dkimKeys.$inferSelect
type SenderRow = typeof mailSenders.$inferSelect

export const dkimRecordName = ({ selector, domain }: Pick<KeyRow, 'selector' | 'domain'>): string =>
  `${selector}._domainkey.${domain}`

const dkimRecord = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

export const dkimKeyView = (row: KeyRow): DkimKeyView => ({
  id: row.id,
  domain: row.domain,
  selector: row.selector,
  recordName: dkimRecordName(row),
  record: dkimRecord(row.publicKey),
  verifiedAt: row.verifiedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** The address that the organization's provider calls. It cannot be forged. */
const webhookAddress = (organizationId: string): string =>
  `${env().BASE_URL}/api/v2/hooks/mail/${hookToken({ organizationId, connectionId: organizationId })}`

const serverView = (row: SenderRow | undefined): MailSenderView['server'] =>
  row && row.host !== null && row.port !== null && row.security !== null
    ? {
        host: row.host,
        port: row.port,
        security: row.security,
        userName: row.userName,
        hasPassword: row.password !== null,
      }
    : null

/** How the organization sends mails, without secrets. */
export async function senderView(tx: Tx, organizationId: string): Promise<MailSenderView> {
  const [row] = await tx
    .select()
    .from(mailSenders)
    .where(eq(mailSenders.organizationId, organizationId))
  const keys = await tx.select().from(dkimKeys).orderBy(desc(dkimKeys.id))
  const { mailName, mailFrom, mayBeFrom } = await loadSender(tx, organizationId)
  const { SMTP_URL, MAIL_BOUNCE_DOMAIN } = env()
  return {
    name: mailName ?? null,
    address: mailFrom ?? null,
    sendsFromAddress: mayBeFrom,
    replyTo: row?.replyTo ?? null,
    server: serverView(row),
    installationSends: SMTP_URL !== undefined,
    bounceDomain: row?.bounceDomain ?? null,
    installationBounceDomain: MAIL_BOUNCE_DOMAIN ?? null,
    webhook: {
      url: webhookAddress(organizationId),
      provider: row?.provider ?? null,
      key: row?.providerKey ?? null,
      hasSecret: row?.providerSecret !== undefined && row.providerSecret !== null,
      subscribedAt: row?.subscribedAt?.toISOString() ?? null,
    },
    dkim: keys.map(dkimKeyView),
  }
}
