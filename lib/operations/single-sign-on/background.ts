import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import { breakGlassOwners, emailDomains, members } from '#db/schema/index'
import { writeAuditEntry } from '#db/write-audit'
import { goesOnHere } from '#db/goes-on-here'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { proofOf, type Proof } from '#lib/single-sign-on/domain-proof'
import { checkDueProvider } from './check-provider.ts'
import { tellOwners } from './tell-owners.ts'

const everyMs = 10_000
/** How long a domain stays proven without its record, in milliseconds: 7 days. */
const graceMs = 7 * 24 * 3_600_000

/** Tells the owners of one use of break-glass. Answers whether there may be more. */
export async function alertOfBreakGlass(): Promise<boolean> {
  return await engineDb().transaction(async (tx) => {
    const { usedAt, alertedAt } = breakGlassOwners
    const [used] = await tx
      .select()
      .from(breakGlassOwners)
      .where(and(isNotNull(usedAt), or(isNull(alertedAt), lt(alertedAt, usedAt)), goesOnHere))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!used?.usedAt) return false
    const { organizationId, userId } = used
    const mine = and(
      eq(breakGlassOwners.organizationId, organizationId),
      eq(breakGlassOwners.userId, userId),
    )
    await tx
      .update(breakGlassOwners)
      .set({ alertedAt: sql`${usedAt}` })
      .where(mine)
    const person = and(eq(members.organizationId, organizationId), eq(members.userId, userId))
    const [member] = await tx.select({ name: members.name }).from(members).where(person)
    const name = member?.name ?? 'A former member'
    await tellOwners(tx, organizationId, {
      key: `break-glass:${organizationId}:${userId}:${used.usedAt.toISOString()}`,
      subject: 'A break-glass owner signed in without single sign-on',
      text:
        `${name} signed in to Rounds with a password at ${used.usedAt.toISOString()}, although ` +
        'single sign-on is enforced.\n\nIf this was not planned, end their sessions under ' +
        'Settings, Members, and change the password.\n',
    })
    return true
  })
}

type Domain = typeof emailDomains.$inferSelect

/** Takes one proven domain that was not checked for a day. */
async function takeDueDomain(now: Date): Promise<Domain | undefined> {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000)
  const due = engineDb()
    .select({ id: emailDomains.id })
    .from(emailDomains)
    .where(
      and(
        isNotNull(emailDomains.provenAt),
        goesOnHere,
        sql`coalesce(${emailDomains.checkedAt}, ${emailDomains.provenAt}) < ${dayAgo.toISOString()}::timestamptz`,
      ),
    )
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await engineDb()
    .update(emailDomains)
    .set({ checkedAt: now })
    .where(eq(emailDomains.id, due))
    .returning()
  return taken
}

/** Notes that the record of a domain is missing; after the grace the proof is lost. */
async function noteMissing(tx: Tx, { id, organizationId, ...row }: Domain, now: Date) {
  const failingSince = row.failingSince ?? now
  const isLost = now.getTime() - failingSince.getTime() >= graceMs
  await tx
    .update(emailDomains)
    .set(isLost ? { provenAt: null, enforced: false, failingSince: null } : { failingSince })
    .where(eq(emailDomains.id, id))
  if (row.failingSince !== null && !isLost) return
  await writeAuditEntry(tx, {
    organizationId,
    actor: { kind: 'engine', id: 'single-sign-on', name: 'Rounds' },
    action: isLost ? 'email_domain.lost' : 'email_domain.failing',
    objectKind: 'email_domain',
    objectId: id,
    details: { domain: row.domain },
  })
  await tellOwners(tx, organizationId, {
    key: `email-domain:${id}:${isLost ? 'lost' : 'failing'}:${failingSince.toISOString()}`,
    subject: isLost
      ? `${row.domain} is not proven any more`
      : `The DNS record of ${row.domain} is missing`,
    text: isLost
      ? `The DNS record that proves ${row.domain} has been missing for seven days. Nobody joins ` +
        'by this domain now, and single sign-on is not enforced for it.\n'
      : `The DNS record that proves ${row.domain} is missing. Publish it again within seven ` +
        'days: Settings, Single sign-on shows it.\n',
  })
}

/**
 * Checks the record of one domain that was not checked for a day. A name server that does not
 * answer changes nothing. Answers whether there may be more.
 */
export async function recheckDueDomain(now = new Date(), look = proofOf): Promise<boolean> {
  const domain = await takeDueDomain(now)
  if (!domain) return false
  const proof: Proof = await look(domain.domain, domain.challenge)
  if (proof === 'unknown') return true
  await engineDb().transaction(async (tx) => {
    if (proof === 'missing') return await noteMissing(tx, domain, now)
    const mine = eq(emailDomains.id, domain.id)
    await tx.update(emailDomains).set({ failingSince: null }).where(mine)
  })
  return true
}

/** Tells owners of uses of break-glass, and checks domains and providers daily. */
export function startSingleSignOnWork(): { stop(): Promise<void> } {
  let nextAt = 0
  return startDueLoop('single sign-on', async () => {
    if (Date.now() < nextAt) return { more: false }
    const found = [await alertOfBreakGlass(), await recheckDueDomain(), await checkDueProvider()]
    const more = found.includes(true)
    if (!more) nextAt = Date.now() + everyMs
    return { more }
  })
}
