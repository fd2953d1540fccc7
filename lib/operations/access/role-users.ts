import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { accessRules } from '#db/schema/access'
import { directoryGroupRoles, directoryGroups } from '#db/schema/directories'
import { apiKeys, invitations, members } from '#db/schema/people'
import { workflowFolders, workflows } from '#db/schema/workflows'
import { listWords } from '#lib/domain/sentences'

export type RoleUser = { kind: string; id: string; name: string }

/** How sentences call the users of a kind. */
const kinds: Record<string, string> = {
  member: 'the member',
  invitation: 'the invitation of',
  'api-key': 'the API key',
  'directory-group': 'the directory group',
  'access-rule': 'the access rules of',
}

const most = 10

/** What names a role in rules, keys and settings; at most ten of a kind. */
export async function loadRoleUsers(tx: Tx, slug: string): Promise<RoleUser[]> {
  const people = await tx
    .select({ id: members.userId, name: members.name })
    .from(members)
    .where(eq(members.role, slug))
    .limit(most)
  const invited = await tx
    .select({ id: invitations.id, name: invitations.name })
    .from(invitations)
    .where(eq(invitations.role, slug))
    .limit(most)
  const keys = await tx
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(eq(apiKeys.role, slug))
    .limit(most)
  const groups = await tx
    .select({ id: directoryGroups.id, name: directoryGroups.displayName })
    .from(directoryGroupRoles)
    .innerJoin(directoryGroups, eq(directoryGroups.id, directoryGroupRoles.groupId))
    .where(eq(directoryGroupRoles.role, slug))
    .limit(most)
  const rules = await tx
    .select({
      id: accessRules.objectId,
      name: sql<string>`coalesce(${workflows.name}, ${workflowFolders.name}, 'the organization')`,
    })
    .from(accessRules)
    .leftJoin(workflows, eq(workflows.id, accessRules.workflowId))
    .leftJoin(workflowFolders, eq(workflowFolders.id, accessRules.folderId))
    .where(
      sql`jsonb_path_exists(${accessRules.rules}, '$.**.role ? (@ == $slug)',
        jsonb_build_object('slug', ${slug}::text))`,
    )
    .limit(most)
  const of = (kind: string, rows: { id: string; name: string }[]): RoleUser[] =>
    rows.map((row) => ({ kind, ...row }))
  return [
    ...of('member', people),
    ...of('invitation', invited),
    ...of('api-key', keys),
    ...of('directory-group', groups),
    ...of('access-rule', rules),
  ]
}

/** The users of a role in words: `the member Ada and the API key Bridge`. */
export const describeRoleUsers = (users: readonly RoleUser[]): string =>
  listWords(users.map(({ kind, name }) => `${kinds[kind] ?? kind} ${name}`))
