import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { organizationLogos, organizations } from '#db/schema/organizations'
import { emailDomains } from '#db/schema/single-sign-on'
import type { MailSender } from './dress-mail.ts'

/** Whether the organization has proven that this address is of a domain of its own. */
async function isOwnAddress(tx: Tx, organizationId: string, address: string): Promise<boolean> {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const [proven] = await tx
    .select({ domain: emailDomains.domain })
    .from(emailDomains)
    .where(
      and(
        eq(emailDomains.organizationId, organizationId),
        eq(emailDomains.domain, domain),
        isNotNull(emailDomains.provenAt),
      ),
    )
  return proven !== undefined
}

/** Loads how an organization sends mails: name, address, signature and logo. */
export async function loadSender(tx: Tx, organizationId: string): Promise<MailSender> {
  const [row] = await tx
    .select({ organization: organizations, logo: organizationLogos })
    .from(organizations)
    .leftJoin(organizationLogos, eq(organizationLogos.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId))
  if (!row) throw new Error('the organization of a mail does not exist')
  const { name, settings } = row.organization
  const { mailFrom } = settings
  return {
    organization: name,
    mailName: settings.mailName,
    mailFrom,
    mayBeFrom: mailFrom !== undefined && (await isOwnAddress(tx, organizationId, mailFrom)),
    logo: row.logo ?? undefined,
  }
}
