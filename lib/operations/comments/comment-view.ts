import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import type { runComments } from '#db/schema/comments'
import { members } from '#db/schema/people'
import { can, type Actor } from '#lib/auth/actor'
import type { CommentView, NamedPerson } from '#lib/contracts/runs/comments'

type Row = typeof runComments.$inferSelect

/** For so long authors may change what they wrote. */
const changeableMs = 3_600_000

/** Until when the caller may change the comment; null: not, or not any more. */
export function changeableUntil(
  row: Pick<Row, 'authorId' | 'createdAt'>,
  actor: Actor,
): Date | null {
  if (actor.kind !== 'user' || row.authorId !== actor.id) return null
  const until = new Date(row.createdAt.getTime() + changeableMs)
  return until > new Date() ? until : null
}

export const mayDelete = (row: Row, actor: Actor): boolean =>
  changeableUntil(row, actor) !== null || (actor.kind === 'user' && can(actor, 'runs:control'))

/** The members of the organization with these ids, by id. */
export async function namesOf(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, NamedPerson>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ userId: members.userId, name: members.name })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), inArray(members.userId, [...ids])))
  return new Map(found.map((person) => [person.userId, person]))
}

export function commentView(
  row: Row,
  actor: Actor,
  names: ReadonlyMap<string, NamedPerson>,
): CommentView {
  return {
    id: row.id,
    author: { userId: row.authorId, name: row.authorName },
    text: row.text,
    mentions: row.mentions.flatMap((id) => names.get(id) ?? []),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    changeableUntil: changeableUntil(row, actor)?.toISOString() ?? null,
    deletable: mayDelete(row, actor),
  }
}
