import { asc, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { authDb, type Tx } from '#db/client'
import { instanceAdministrators, members, organizations, users } from '#db/schema/index'
import { newActor, type Actor } from '#lib/auth/actor'
import { hashPassword } from '#lib/auth/password'
import { namesOfEmail, requireGoodPassword } from '#lib/auth/passwords/fault-of-password'
import type { firstStartSchema } from '#lib/contracts/organization/sessions'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { writeAudit, type CallInfo } from '#lib/operations/define-operation'
import { insertOrganization } from './insert-organization.ts'
import { firstStart } from './first-start.ts'
import { requireSetUpToken } from './set-up-token.ts'

type Input = z.output<typeof firstStartSchema>

/** Answers the seeded organization, or creates one with the given name. */
async function organizationFor(tx: Tx, name: string | undefined): Promise<string> {
  const [existing] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .orderBy(asc(organizations.createdAt))
    .limit(1)
  if (existing) return existing.id
  if (!name)
    throw ApiError.invalid([{ path: 'organizationName', message: 'Give the organization a name.' }])
  return (await insertOrganization(tx, { name })).id
}

/**
 * Creates the first account of an installation, the owner of its organization and an instance
 * administrator. Public, and works
 * once: of two browsers at once, one gets 409.
 */
export async function createFirstOwner(
  _nobody: Actor,
  input: Input,
  info: CallInfo = {},
): Promise<{ email: string }> {
  const { needed, organizationName } = await firstStart()
  if (needed) requireSetUpToken(input.setUpToken)
  const organization = organizationName ?? input.organizationName ?? ''
  const names = [organization, input.name, ...namesOfEmail(input.email)]
  await requireGoodPassword(authDb(), input.password, { names }, 'password')
  const passwordHash = await hashPassword(input.password)
  await authDb().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('rounds first start'))`)
    const [any] = await tx.select({ id: users.id }).from(users).limit(1)
    if (any)
      throw new ApiError(
        'conflict',
        'The first account already exists. Sign in with it, or ask its owner to add you.',
      )
    const organizationId = await organizationFor(tx, input.organizationName)
    const userId = newId()
    await tx
      .insert(users)
      .values({ id: userId, email: input.email, name: input.name, passwordHash })
    await tx
      .insert(members)
      .values({ organizationId, userId, role: 'owner', name: input.name, email: input.email })
    await tx.insert(instanceAdministrators).values({ userId, grantedBy: 'First start' })
    const actor = newActor({
      kind: 'user',
      id: userId,
      name: input.name,
      email: input.email,
      organizationId,
      role: 'owner',
      sessionId: null,
    })
    await writeAudit(tx, actor, info, {
      action: 'organization.owner_created',
      objectKind: 'user',
      objectId: userId,
      details: { email: input.email },
    })
  })
  return { email: input.email }
}
