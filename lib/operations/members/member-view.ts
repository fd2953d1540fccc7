import type { members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import type { MemberView } from '#lib/contracts/organization/members'

/** A member as they are answered. */
export function memberView(
  row: typeof members.$inferSelect,
  actor: Actor,
  nameOfRole: (slug: string) => string,
): MemberView {
  return {
    id: row.userId,
    name: row.name,
    email: row.email,
    role: row.role,
    roleName: nameOfRole(row.role),
    status: row.disabledAt === null ? 'active' : 'disabled',
    disabledAt: row.disabledAt?.toISOString() ?? null,
    lastSeenAt: row.seenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    you: actor.kind === 'user' && actor.id === row.userId,
  }
}
