import { asc, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { authDb, type Tx } from '#db/client'
import { members, organizations, users } from '#db/schema/index'
import type { Actor } from '#lib/auth/actor'
import { hashPassword } from '#lib/auth/password'
import type { firstStartSchema } from '#lib/contracts/organization/sessions'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { writeAudit, type CallInfo } from '#lib/operations/define-operation'

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
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '')
  const id = newId()
  await tx.insert(organizations).values({ id, name, slug: slug || 'organization' })
  return id
}

/**
 * Creates the first account of an installation, the owner of its organization. Public, and works
 * once: of two browsers at once, one gets 409.
 */
export async function createFirstOwner(
  _nobody: Actor,
  input: Input,
  info: CallInfo = {},
): Promise<{ email: string }> {
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
    const actor: Actor = {
      kind: 'user',
      id: userId,
      name: input.name,
      email: input.email,
      organizationId,
      role: 'owner',
      sessionId: null,
    }
    await writeAudit(tx, actor, info, {
      action: 'organization.owner_created',
      objectKind: 'user',
      objectId: userId,
      details: { email: input.email },
    })
  })
  return { email: input.email }
}
