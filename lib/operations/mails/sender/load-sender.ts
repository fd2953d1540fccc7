import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { dkimKeys, mailSenders } from '#db/schema/mails'
import { organizationLogos, organizations } from '#db/schema/organizations'
import { emailDomains } from '#db/schema/single-sign-on'
import { domainOf, isWithin, type MailProvider } from '#lib/domain/mail/sender'
import { openText } from '#lib/sealed-text'
import type { MailSender } from '../dress-mail.ts'
import { dkimKeyPlace, senderSecretPlace } from './sender-secrets.ts'
import type { SmtpServer } from './smtp-transport.ts'

/** As nodemailer takes it. */
type DkimSigner = { domainName: string; keySelector: string; privateKey: string }

/** How mails of an organization are sent. */
export type Sender = MailSender & {
  /** The organization's own mail server. */
  server?: SmtpServer | undefined
  bounceDomain?: string | undefined
  provider?: MailProvider | undefined
  dkim?: DkimSigner | undefined
}

type SenderRow = typeof mailSenders.$inferSelect

/** Whether the organization has proven that this address is of a domain of its own. */
async function isOwnAddress(tx: Tx, organizationId: string, address: string): Promise<boolean> {
  const [proven] = await tx
    .select({ domain: emailDomains.domain })
    .from(emailDomains)
    .where(
      and(
        eq(emailDomains.organizationId, organizationId),
        eq(emailDomains.domain, domainOf(address)),
        isNotNull(emailDomains.provenAt),
      ),
    )
  return proven !== undefined
}

function serverOf(row: SenderRow | null): SmtpServer | undefined {
  if (!row || row.host === null || row.port === null || row.security === null) return undefined
  const { organizationId, host, port, security, userName, password } = row
  return {
    host,
    port,
    security,
    userName: userName ?? undefined,
    password:
      password === null
        ? undefined
        : openText(senderSecretPlace(organizationId, 'smtp password'), password),
  }
}

/** The newest key whose DNS record was seen, for this address or a domain above its own. */
async function findSigner(
  tx: Tx,
  organizationId: string,
  address: string,
): Promise<DkimSigner | undefined> {
  const keys = await tx
    .select()
    .from(dkimKeys)
    .where(and(eq(dkimKeys.organizationId, organizationId), isNotNull(dkimKeys.verifiedAt)))
    .orderBy(desc(dkimKeys.id))
  const key = keys.find(({ domain }) => isWithin(domainOf(address), domain))
  return (
    key && {
      domainName: key.domain,
      keySelector: key.selector,
      privateKey: openText(dkimKeyPlace(key.id), key.privateKey),
    }
  )
}

/**
 * Loads how an organization sends a mail. One that is about somebody's account goes by the
 * installation's mail server in any case: its links sign in, also to other organizations.
 */
export async function loadSender(
  tx: Tx,
  organizationId: string,
  { ofAccount = false }: { ofAccount?: boolean } = {},
): Promise<Sender> {
  const [row] = await tx
    .select({ organization: organizations, logo: organizationLogos, sender: mailSenders })
    .from(organizations)
    .leftJoin(organizationLogos, eq(organizationLogos.organizationId, organizations.id))
    .leftJoin(mailSenders, eq(mailSenders.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId))
  if (!row) throw new Error('the organization of a mail does not exist')
  const { name, settings } = row.organization
  const { mailFrom } = settings
  const server = ofAccount ? undefined : serverOf(row.sender)
  // Its own server decides from which addresses it takes mails.
  const mayBeFrom =
    mailFrom !== undefined &&
    (server !== undefined || (await isOwnAddress(tx, organizationId, mailFrom)))
  return {
    organization: name,
    mailName: settings.mailName,
    mailFrom,
    replyTo: row.sender?.replyTo ?? undefined,
    mayBeFrom,
    logo: row.logo ?? undefined,
    server,
    ...(ofAccount
      ? {}
      : {
          bounceDomain: row.sender?.bounceDomain ?? undefined,
          provider: row.sender?.provider ?? undefined,
        }),
    dkim: mayBeFrom ? await findSigner(tx, organizationId, mailFrom) : undefined,
  }
}
