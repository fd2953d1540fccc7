import { and, count, eq, isNotNull, ne } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { breakGlassOwners, emailDomains, members } from '#db/schema/index'
import { endOwnSessions } from '#lib/auth/single-sign-on/end-own-sessions'
import type {
  ChangedEmailDomain,
  EmailDomainView,
} from '#lib/contracts/organization/single-sign-on'
import { ApiError } from '#lib/domain/api-error'
import { isOwnable, normalDomain } from '#lib/domain/single-sign-on/email-domain'
import { newId, randomToken } from '#lib/ids'
import { proofOf } from '#lib/single-sign-on/domain-proof'
import { defineOperation, defineOutsideOperation } from '../define-operation.ts'
import { domainView, lockConnection, lockDomain } from './views.ts'

const most = 50

/** Adds a domain that is to be proven. Throws 400, 404 for the connection, 409 when it is there. */
export const addEmailDomain = defineOperation<
  { domain: string; connectionId?: string | null | undefined },
  EmailDomainView
>({
  name: 'addEmailDomain',
  permission: 'sso:manage',
  audit: ({ output: { id, domain } }) => ({
    action: 'email_domain.added',
    objectKind: 'email_domain',
    objectId: id,
    details: { domain },
  }),
  async run({ actor, input, tx }) {
    const domain = normalDomain(input.domain)
    if (domain === undefined || !isOwnable(domain)) {
      const message = domain
        ? `${domain} belongs to nobody alone. Give a domain of your organization.`
        : 'That is not a domain like hospital.org.'
      throw ApiError.invalid([{ path: 'domain', message }])
    }
    if (input.connectionId) await lockConnection(tx, input.connectionId)
    const [all] = await tx.select({ count: count() }).from(emailDomains)
    if ((all?.count ?? 0) >= most)
      throw new ApiError('conflict', `An organization has at most ${most} domains.`)
    const [row] = await tx
      .insert(emailDomains)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        domain,
        challenge: `rounds-${randomToken(24)}`,
        connectionId: input.connectionId ?? null,
      })
      .onConflictDoNothing({ target: [emailDomains.organizationId, emailDomains.domain] })
      .returning()
    if (row) return domainView(row)
    throw new ApiError('conflict', `${domain} is in the list already.`)
  },
})

async function requireFree(organizationId: string, domain: string): Promise<void> {
  const [taken] = await authDb()
    .select({ id: emailDomains.id })
    .from(emailDomains)
    .where(
      and(
        eq(emailDomains.domain, domain),
        isNotNull(emailDomains.provenAt),
        ne(emailDomains.organizationId, organizationId),
      ),
    )
  if (!taken) return
  throw new ApiError(
    'conflict',
    `Another organization has proven ${domain}. It must give the domain up first.`,
  )
}

/**
 * Looks for the record of a domain. A found one proves it; a missing one begins the grace of a
 * proven domain. Throws 404, and 409 when another organization has proven it.
 */
export const checkEmailDomain = defineOutsideOperation<{ id: string }, EmailDomainView>({
  name: 'checkEmailDomain',
  permission: 'sso:manage',
  audit: ({ output: { id, domain, provenAt } }) => ({
    action: 'email_domain.checked',
    objectKind: 'email_domain',
    objectId: id,
    details: { domain, proven: provenAt !== null },
  }),
  async run({ actor, input, transaction }) {
    const { domain, challenge } = await transaction((tx) => lockDomain(tx, input.id))
    const proof = await proofOf(domain, challenge)
    if (proof === 'unknown')
      throw new ApiError(
        'provider_error',
        'The name server of this domain did not answer. Try again in a minute.',
      )
    if (proof === 'found') await requireFree(actor.organizationId, domain)
    const now = new Date()
    return await transaction(async (tx) => {
      const row = await lockDomain(tx, input.id)
      const failing = row.provenAt === null ? null : (row.failingSince ?? now)
      const [changed] = await tx
        .update(emailDomains)
        .set({
          checkedAt: now,
          ...(proof === 'found'
            ? { provenAt: row.provenAt ?? now, failingSince: null }
            : { failingSince: failing }),
        })
        .where(eq(emailDomains.id, row.id))
        .returning()
      if (!changed) throw ApiError.notFound('domain', input.id)
      return domainView(changed)
    })
  },
})

const missing = (message: string) => new ApiError('conflict', message)

/** Throws 409 with what is missing before people of a domain must use single sign-on. */
async function requireEnforceable(
  tx: Tx,
  domain: { provenAt: Date | null; connectionId: string | null },
): Promise<void> {
  if (domain.provenAt === null) throw missing('Prove the domain first: publish its DNS record.')
  const connection = domain.connectionId ? await lockConnection(tx, domain.connectionId) : undefined
  if (connection?.status !== 'active')
    throw missing('Choose a provider that is active for this domain first.')
  const [owner] = await tx
    .select({ id: breakGlassOwners.userId })
    .from(breakGlassOwners)
    .innerJoin(members, eq(members.userId, breakGlassOwners.userId))
    .where(eq(members.role, 'owner'))
  if (!owner)
    throw missing(
      'Choose a break-glass owner first, who can still sign in when the provider does not work.',
    )
}

/**
 * Chooses the provider of a domain, or enforces it, which ends the sessions of its people that began
 * in another way. Throws 404, 409.
 */
export const changeEmailDomain = defineOperation<
  { id: string; connectionId?: string | null | undefined; enforced?: boolean | undefined },
  ChangedEmailDomain
>({
  name: 'changeEmailDomain',
  permission: 'sso:manage',
  needsConfirmation: true,
  audit: ({ output: { id, domain, enforced, connectionId, sessionsEnded } }) => ({
    action: 'email_domain.changed',
    objectKind: 'email_domain',
    objectId: id,
    details: { domain, enforced, connectionId, sessionsEnded },
  }),
  async run({ actor, input, tx }) {
    const row = await lockDomain(tx, input.id)
    const connectionId = input.connectionId === undefined ? row.connectionId : input.connectionId
    const enforced = input.enforced ?? row.enforced
    if (connectionId) await lockConnection(tx, connectionId)
    if (enforced) await requireEnforceable(tx, { provenAt: row.provenAt, connectionId })
    const [changed] = await tx
      .update(emailDomains)
      .set({ connectionId, enforced })
      .where(eq(emailDomains.id, row.id))
      .returning()
    if (!changed) throw ApiError.notFound('domain', row.id)
    const domains = enforced ? [row.domain] : []
    const sessionsEnded = await endOwnSessions(tx, actor.organizationId, domains)
    return { ...domainView(changed), sessionsEnded }
  },
})

/** Gives a domain up: its people sign in as anybody does. Throws 404. */
export const deleteEmailDomain = defineOperation<{ id: string }, { domain: string }>({
  name: 'deleteEmailDomain',
  permission: 'sso:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'email_domain.deleted',
    objectKind: 'email_domain',
    objectId: input.id,
    details: output,
  }),
  async run({ input, tx }) {
    const { id, domain } = await lockDomain(tx, input.id)
    await tx.delete(emailDomains).where(eq(emailDomains.id, id))
    return { domain }
  },
})
