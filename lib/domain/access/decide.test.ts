import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decide, type AccessBook, type AccessPerson, type AccessTarget } from './decide.ts'
import {
  accessRulesSchema,
  plainVerbs,
  type AccessRules,
  type Subject,
  type Verb,
} from './rules.ts'
import {
  decideScreen,
  may,
  seesWorkflow,
  tabulate,
  type AccessTable,
  type AccessTest,
} from './scope.ts'

const id = (name: string, number: number) =>
  `${name.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`
const people = [0, 1].map((number) => id('a', number))
const groups = [0, 1].map((number) => id('b', number))
const workflows = [0, 1, 2, 3].map((number) => id('c', number))
const folders = [0, 1, 2].map((number) => id('d', number))
const steps = ['look', 'sign', '*']

const allOf = {
  owner: ['runs:start', 'workflows:edit', 'workflows:publish', 'workflows:create'].concat([
    'runs:read',
    'runs:read-all',
    'screens:work',
  ]),
  worker: ['runs:start', 'runs:read', 'screens:work'],
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

const person = fc
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

type World = { book: AccessBook; folderOf: Map<string, string | null> }
const world = fc
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

const verb: fc.Arbitrary<Verb> = fc.oneof(
  fc.constantFrom(...plainVerbs),
  fc.record({ screen: fc.constantFrom(...steps) }),
)

/** The rules once more, said another way: a list of levels, the first that speaks wins. */
function model(who: AccessPerson, what: Verb, at: AccessTarget, { book }: World): boolean {
  const name = typeof what === 'string' ? what : 'screen'
  const needs = {
    run: ['runs:start', 'runs:start'],
    edit: ['workflows:edit', 'workflows:edit'],
    publish: ['workflows:publish', 'workflows:publish'],
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

/** A table read as the SQL of `whereTable` reads it. */
function rowOf(table: AccessTable, { workflowId, folderId }: AccessTarget): boolean {
  const base = (folderId !== null && table.otherFolders.includes(folderId)) !== table.top
  const named = workflowId ?? ''
  if (table.only && !table.only.includes(named)) return false
  return (base || table.granted.includes(named)) && !table.denied.includes(named)
}

it('decides as the model does, for every verb and place', () => {
  fc.assert(
    fc.property(world, person, verb, fc.constantFrom(...workflows), (made, who, what, workflow) => {
      const at = { workflowId: workflow, folderId: made.folderOf.get(workflow) ?? null }
      expect(decide(who, what, at, made.book).ok).toBe(model(who, what, at, made))
    }),
    { numRuns: 2000 },
  )
})

it('tabulates for SQL what it decides', () => {
  fc.assert(
    fc.property(world, person, verb, (made, who, what) => {
      const scope = { person: who, book: made.book }
      const tests: AccessTest[] = [(of, at) => may(of, what, at), seesWorkflow]
      for (const test of tests) {
        const table = tabulate(scope, test)
        for (const workflowId of workflows) {
          const at = { workflowId, folderId: made.folderOf.get(workflowId) ?? null }
          expect(rowOf(table, at)).toBe(test(scope, at))
        }
      }
    }),
    { numRuns: 1000 },
  )
})

it('says why: who is named, where, and what is missing', () => {
  const [workflow = '', other = ''] = workflows
  const [ada = ''] = people
  const rules = { run: [{ person: ada }], seeRuns: [] }
  const book: AccessBook = {
    organization: { id: 'o', rules: { screens: { '*': [{ role: 'worker' }] } } },
    folders: new Map(),
    workflows: new Map([[workflow, { id: workflow, folderId: null, rules }]]),
  }
  const worker = { email: 'ada@example.com', groups: [], role: 'worker', workflows: null }
  const permissions = new Set(allOf.worker)
  const asAda = { ...worker, personId: ada, permissions }
  const asBea = { ...worker, personId: people[1] ?? '', permissions }
  const here = { workflowId: workflow, folderId: null }
  const from = { kind: 'workflow' as const, id: workflow }
  expect(decide(asAda, 'run', here, book)).toEqual({
    ok: true,
    by: { person: ada },
    from,
    missing: null,
  })
  expect(decide(asBea, 'run', here, book)).toMatchObject({ ok: false, by: 'none', from })
  expect(decide(asBea, 'run', { ...here, workflowId: other }, book)).toMatchObject({
    ok: true,
    by: 'default',
    from: null,
  })
  expect(decide(asAda, 'edit', here, book).missing).toContain('workflows:edit')
  const screen = { ...here, stepId: 'look', candidates: ['mail:ada@example.com'] }
  const scope = (who: AccessPerson) => ({ person: who, book })
  expect(decideScreen(scope(asAda), screen)).toMatchObject({ ok: true, by: { role: 'worker' } })
  expect(decideScreen(scope({ ...asBea, email: null }), screen).missing).toContain('step chose')
})

it('refuses rules that mean nothing', () => {
  const wrong = [{ run: [{ role: 'worker', person: people[0] }] }, { fly: [] }, { run: 'all' }]
  for (const rules of wrong) expect(accessRulesSchema.safeParse(rules).success).toBe(false)
  expect(accessRulesSchema.safeParse({ run: [], screens: { '*': [] } }).success).toBe(true)
})
