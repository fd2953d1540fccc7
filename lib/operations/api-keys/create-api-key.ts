import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { apiKeys, members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import type { CreatedApiKey, newApiKeySchema } from '#lib/contracts/organization/api-keys'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineOperation } from '#lib/operations/define-operation'
import { requireRole } from '../access/require-role.ts'
import { apiKeyView, knownOf, makerOf, type Maker } from './api-key-view.ts'
import { holdMember } from './hold-member.ts'
import {
  endOfKey,
  requirePermissions,
  requireRate,
  requireWorkflows,
  weakestRoleWith,
} from './key-rights.ts'

type NewKey = z.output<typeof newApiKeySchema>

/** The person who creates the key; when a key creates it, the person of that key. */
async function personBehind(tx: Tx, actor: Actor): Promise<Maker & { id: string | null }> {
  if (actor.kind === 'user') return { id: actor.id, name: actor.name, role: actor.role }
  const [found] = await tx
    .select({ id: apiKeys.createdBy, name: members.name, role: members.role })
    .from(apiKeys)
    .leftJoin(members, makerOf)
    .where(eq(apiKeys.id, actor.id))
  return found ?? { id: null, name: null, role: null }
}

/** What the key may do: a role of which its maker has everything, or single permissions. */
async function rightsOf(
  tx: Tx,
  actor: Actor,
  { role, permissions, workflows, mode }: NewKey,
): Promise<{ role: string; permissions: string[] | null }> {
  if (role !== undefined && permissions !== undefined)
    throw ApiError.invalid([
      { path: 'permissions', message: 'Give either a role or single permissions.' },
    ])
  if (permissions === undefined) {
    const chosen = role ?? 'builder'
    await requireRole(tx, actor, chosen)
    return { role: chosen, permissions: null }
  }
  requirePermissions(actor, permissions, { workflows, mode })
  return { role: weakestRoleWith(permissions), permissions: [...new Set(permissions)] }
}

/** Creates an API key. Only the answer has its text. Throws 409 when the name is taken. */
export const createApiKey = defineOperation<NewKey, CreatedApiKey>({
  name: 'createApiKey',
  permission: 'api-keys:manage',
  needsConfirmation: true,
  answersSecret: true,
  audit: ({ output: { id, name, role, permissions, workflows, mode, expiresAt } }) => ({
    action: 'api-key.created',
    objectKind: 'api-key',
    objectId: id,
    details: {
      name,
      role,
      permissions,
      workflows: workflows?.map((workflow) => workflow.id) ?? null,
      mode,
      expiresAt,
    },
  }),
  async run({ actor, input, tx }) {
    const maker = await personBehind(tx, actor)
    if (maker.id !== null) await holdMember(tx, actor.organizationId, maker.id)
    const key = newApiKey(input.mode)
    const workflows = await requireWorkflows(tx, actor, input.workflows)
    const rights = await rightsOf(tx, actor, { ...input, workflows })
    const [row] = await tx
      .insert(apiKeys)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        name: input.name,
        prefix: apiKeyPrefix(key),
        hash: hashApiKey(key),
        ...rights,
        workflows,
        mode: input.mode,
        expiresAt: await endOfKey(tx, actor, input.expiresAt),
        ratePerMinute: requireRate(actor, input.ratePerMinute),
        createdBy: maker.id,
      })
      .onConflictDoNothing({ target: [apiKeys.organizationId, apiKeys.name] })
      .returning()
    if (!row)
      throw new ApiError(
        'conflict',
        `There is an API key called "${input.name}" already. Choose another name.`,
        { name: input.name },
      )
    return { ...apiKeyView(row, maker, await knownOf(tx, [row])), key }
  },
})
