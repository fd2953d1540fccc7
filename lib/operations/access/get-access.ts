import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { accessRules } from '#db/schema/access'
import type { Actor } from '#lib/auth/actor'
import type { AccessView } from '#lib/contracts/organization/access'
import { nearestRule, type AccessBook, type AccessTarget } from '#lib/domain/access/decide'
import { plainVerbs, type AccessRules } from '#lib/domain/access/rules'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { targetOf } from './scope-of.ts'

type Place = { level: AccessView['level']; objectId: string; target: AccessTarget }

/** The workflow that is named, or the organization. */
export async function placeOf(tx: Tx, actor: Actor, id: string | undefined): Promise<Place> {
  const none = { workflowId: null, folderId: null }
  if (id === undefined)
    return { level: 'organization', objectId: actor.organizationId, target: none }
  const workflow = await getWorkflowFor(tx, actor, id)
  return { level: 'workflow', objectId: workflow.id, target: targetOf(workflow) }
}

/** What is in force at a place, by verb, with the level that it comes from. */
function inForceAt(book: AccessBook, target: AccessTarget): AccessView['inForce'] {
  const verbs = plainVerbs.map((verb) => [verb, verb] as const)
  const all = [...verbs, ['screens', { screen: '*' }] as const]
  return Object.fromEntries(
    all.flatMap(([name, verb]) => {
      const rule = nearestRule(book, verb, target)
      return rule ? [[name, { from: rule.from.kind, entries: rule.entries }]] : []
    }),
  )
}

type Shown = { rules: AccessRules; changedBy: string | null }

/** The view of a place whose own row is known. */
export function accessView(book: AccessBook, { level, target }: Place, row: Shown): AccessView {
  return { level, ...row, inForce: inForceAt(book, target) }
}

/** The rules of the organization, or of the workflow `id`, with what is inherited. */
export const getAccess = defineOperation<{ id?: string }, AccessView>({
  name: 'getAccess',
  permission: 'access:read',
  async run({ actor, input, tx }) {
    const place = await placeOf(tx, actor, input.id)
    const [row] = await tx
      .select({ rules: accessRules.rules, changedBy: accessRules.changedBy })
      .from(accessRules)
      .where(
        and(
          eq(accessRules.organizationId, actor.organizationId),
          eq(accessRules.objectId, place.objectId),
        ),
      )
    const own = row as Shown | undefined
    return accessView(actor.book, place, own ?? { rules: {}, changedBy: null })
  },
})
