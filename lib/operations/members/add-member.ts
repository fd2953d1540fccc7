import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { members, users } from '#db/schema/people'
import { hashPassword } from '#lib/auth/password'
import type { MemberView, newMemberSchema } from '#lib/contracts/members'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { memberView } from './member-view.ts'

type Input = z.output<typeof newMemberSchema>

/**
 * The account of this e-mail address, made when there is none. An account that belongs to no organization any more is taken over as new; one
 * that belongs to another organization keeps its name and password, because this owner may not set them.
 */
async function accountFor(tx: Tx, input: Input): Promise<{ id: string; name: string; email: string }> {
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password)
  const [made] = await tx
    .insert(users)
    .values({ id: newId(), email: input.email, name: input.name, passwordHash })
    .onConflictDoNothing()
    .returning()
  if (made) return made
  const [existing] = await tx.select().from(users).where(sql`lower(${users.email}) = ${input.email}`).for('update')
  if (!existing) throw new ApiError('conflict', 'This account was changed at the same moment. Try again.')
  const memberships = await tx.select({ id: members.organizationId }).from(members).where(eq(members.userId, existing.id)).limit(1)
  if (memberships.length === 0)
    await tx
      .update(users)
      .set({ name: input.name, passwordHash, oidcIssuer: null, oidcSubject: null, disabledAt: null })
      .where(eq(users.id, existing.id))
  return memberships.length === 0 ? { ...existing, name: input.name } : existing
}

/** Adds a person to the organization. 409 when they are in it already. */
export const addMember = defineIdentityOperation<Input, MemberView>({
  permission: 'members:manage',
  audit: ({ output }) => ({ action: 'member.added', objectKind: 'member', objectId: output.id, details: { email: output.email, role: output.role } }),
  async run({ actor, input, tx }) {
    const account = await accountFor(tx, input)
    const [member] = await tx
      .insert(members)
      .values({ organizationId: actor.organizationId, userId: account.id, role: input.role, name: account.name, email: account.email })
      .onConflictDoNothing()
      .returning()
    if (!member) throw new ApiError('conflict', `${input.email} is a member already. Change the role in the list instead.`, { email: input.email })
    return memberView(member, actor)
  },
})
