import fc from 'fast-check'
import type { AccessBook, AccessPerson, AccessTarget } from '#lib/domain/access/decide'
import { plainVerbs, type AccessRules, type Subject, type Verb } from '#lib/domain/access/rules'

/**
 * Random organizations, people and rules, and a small model of the rules that shares nothing with
 * the product.
 */
const id = (name: string, number: number) =>
  `${name.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`
export const people = [0, 1].map((number) => id('a', number))
export const groups = [0, 1].map((number) => id('b', number))
export const workflows = [0, 1, 2, 3].map((number) => id('c', number))
export const folders = [0, 1, 2].map((number) => id('d', number))
const steps = ['look', 'sign', '*']

export const allOf = {
  owner: ['runs:start', 'workflows:edit', 'workflows:publish', 'workflows:create'].concat([
    'runs:read',
    'runs:read-all',
    'screens:work',
    'workflows:approve',
  ]),
  worker: ['runs:start', 'runs:read', 'screens:work', 'workflows:approve'],
  viewer: ['runs:read'],
  triage: ['runs:read', 'workflows:edit'],
}

const subject = fc.oneof(
  fc.record({ person: fc.constantFrom(...people) }),
  fc.record({ group: fc.constantFrom(...groups) }),
  fc.record({ role: fc.constantFrom('worker', 'viewer', 'triage') }),
) as fc.Arbitrary<Subject>
const entries = fc.array(subject, { maxLength: 2 })
const plain = Object.fromEntries(plainVerbs.map((verb) => [verb, entries]))
const rulesWith = (named: string[]) =>
  fc.record(
    { ...plain, screens: fc.dictionary(fc.constantFrom(...named), entries, { maxKeys: 2 }) },
    { requiredKeys: [] },
  ) as fc.Arbitrary<AccessRules>

export const person = fc
  .record({
    role: fc.constantFrom('owner', 'worker', 'viewer', 'triage'),
    personId: fc.option(fc.constantFrom(...people)),
    groups: fc.subarray(groups),
    workflows: fc.option(fc.subarray(workflows), { freq: 5 }),
  })
  .map((made): AccessPerson => ({
    ...made,
    email: null,
    permissions: new Set(allOf[made.role as keyof typeof allOf]),
  }))

export type World = { book: AccessBook; folderOf: Map<string, string | null> }
export const world = fc
  .record({
    top: fc.option(rulesWith(['*']), { nil: undefined }),
    ofFolders: fc.tuple(...folders.map(() => fc.option(rulesWith(['*']), { nil: undefined }))),
    parents: fc.tuple(...folders.map(() => fc.option(fc.constantFrom(...folders)))),
    ofWorkflows: fc.tuple(...workflows.map(() => fc.option(rulesWith(steps), { nil: undefined }))),
    places: fc.tuple(...workflows.map(() => fc.option(fc.constantFrom(...folders)))),
  })
  .map(({ top, ofFolders, parents, ofWorkflows, places }): World => {
    const folderOf = new Map(workflows.map((name, at) => [name, places[at] ?? null]))
    return {
      folderOf,
      book: {
        organization: { id: id('e', 0), rules: top },
        folders: new Map(
          folders.map((name, at) => [
            name,
            { id: name, parentId: parents[at] ?? null, rules: ofFolders[at] },
          ]),
        ),
        workflows: new Map(
          workflows.flatMap((name, at) =>
            ofWorkflows[at]
              ? [
                  [
                    name,
                    { id: name, folderId: places[at] ?? null, rules: ofWorkflows[at] },
                  ] as const,
                ]
              : [],
          ),
        ),
      },
    }
  })

export const verb: fc.Arbitrary<Verb> = fc.oneof(
  fc.constantFrom(...plainVerbs),
  fc.record({ screen: fc.constantFrom(...steps) }),
)

/** The rules once more, said another way: a list of levels, the first that speaks wins. */
export function model(who: AccessPerson, what: Verb, at: AccessTarget, { book }: World): boolean {
  const name = typeof what === 'string' ? what : 'screen'
  const needs = {
    run: ['runs:start', 'runs:start'],
    edit: ['workflows:edit', 'workflows:edit'],
    publish: ['workflows:publish', 'workflows:publish'],
    approve: ['workflows:approve', 'nothing'],
    create: ['workflows:create', 'workflows:create'],
    seeRuns: ['runs:read', 'runs:read-all'],
    screen: ['screens:work', 'screens:work'],
  }[name]
  if (!who.permissions.has(needs[0] ?? '')) return false
  if (who.workflows && !who.workflows.includes(at.workflowId ?? 'none')) return false
  if (who.role === 'owner') return true
  const levels: (AccessRules | undefined)[] = [book.workflows.get(at.workflowId ?? '')?.rules]
  const seen = new Set<string>()
  let up = at.folderId
  while (up !== null && !seen.has(up)) {
    seen.add(up)
    levels.push(book.folders.get(up)?.rules)
    up = book.folders.get(up)?.parentId ?? null
  }
  levels.push(book.organization.rules)
  for (const level of levels) {
    const said =
      typeof what === 'string'
        ? level?.[what]
        : (level?.screens?.[what.screen] ?? level?.screens?.['*'])
    if (said)
      return said.some((one) =>
        Object.entries(one).some(
          ([kind, value]) =>
            (kind === 'person' && value === who.personId) ||
            (kind === 'group' && who.groups.includes(value)) ||
            (kind === 'role' && value === who.role),
        ),
      )
  }
  return who.permissions.has(needs[1] ?? '')
}
