import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflowFolders, workflows } from '#db/schema/workflows'
import type { AccessView, FoundRule, RulesByVerb } from '#lib/contracts/organization/access'
import {
  nearestRule,
  type AccessBook,
  type AccessTarget,
  type Level,
} from '#lib/domain/access/decide'
import { plainVerbs } from '#lib/domain/access/rules'
import { defineOperation } from '../define-operation.ts'
import { placeToRead, rowsAt, type AskedPlace, type Place, type RulesRow } from './place-of.ts'
import { loadSubjectNames, subjectsOf } from './subject-names.ts'

const asked = [
  ...plainVerbs.map((verb) => [verb, verb] as const),
  ['screens', { screen: '*' }] as const,
]

/** The name of the folder or the workflow where a rule stands. */
export async function levelName(tx: Tx, { kind, id }: Level): Promise<string | null> {
  if (kind === 'organization') return null
  const table = kind === 'folder' ? workflowFolders : workflows
  const [row] = await tx.select({ name: table.name }).from(table).where(eq(table.id, id))
  return row?.name ?? null
}

/** What is in force at a place, by verb, with the level that it comes from. */
async function rulesByVerb(tx: Tx, book: AccessBook, target: AccessTarget): Promise<RulesByVerb> {
  const found: Record<string, FoundRule> = {}
  for (const [name, verb] of asked) {
    const rule = nearestRule(book, verb, target)
    if (!rule) continue
    const { entries, from } = rule
    found[name] = { from: from.kind, id: from.id, name: await levelName(tx, from), entries }
  }
  return found
}

/** The view of a place whose row is known. */
export async function accessView(
  tx: Tx,
  book: AccessBook,
  place: Place,
  row: RulesRow | undefined,
): Promise<AccessView> {
  const inForce = await rulesByVerb(tx, book, place.target)
  const inherited = place.around ? await rulesByVerb(tx, book, place.around) : {}
  const rules = row?.rules ?? {}
  const found = [...Object.values(inForce), ...Object.values(inherited)]
  const subjects = [...subjectsOf(rules), ...found.flatMap(({ entries }) => entries)]
  return {
    level: place.level,
    id: place.objectId,
    name: place.name,
    rules,
    revision: row?.revision ?? 0,
    inForce,
    inherited,
    names: Object.fromEntries(await loadSubjectNames(tx, subjects)),
    changedBy: row?.changedBy ?? null,
    changedAt: row?.changedAt.toISOString() ?? null,
  }
}

/** The rules of a workflow, of a folder or of the organization, with what is inherited. */
export const getAccess = defineOperation<AskedPlace, AccessView>({
  name: 'getAccess',
  permission: 'access:read',
  async run({ actor, input, tx }) {
    const place = await placeToRead(tx, actor, input)
    const [row] = await rowsAt(tx, place)
    return await accessView(tx, actor.book, place, row)
  },
})
