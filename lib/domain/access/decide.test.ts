import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allOf, model, people, person, verb, workflows, world } from '#test/samples/access-worlds'
import { decide, type AccessBook, type AccessPerson, type AccessTarget } from './decide.ts'
import { accessRulesSchema } from './rules.ts'
import {
  decideScreen,
  may,
  seesWorkflow,
  tabulate,
  type AccessTable,
  type AccessTest,
} from './scope.ts'

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
