import {
  assert,
  array,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  property,
  record,
  string,
  type Arbitrary,
} from 'fast-check'
import { expect, it } from 'vitest'
import {
  emptyDefinition,
  type Definition,
  type Group,
  type Note,
  type Step,
} from '../definition.ts'
import { groupColours, noteKinds } from '../marks.ts'
import { applyChanges, valueAt } from './apply-changes.ts'
import { edgeKey, type DraftChange } from './change.ts'
import { differences } from './differences.ts'
import { rebaseChanges } from './rebase-changes.ts'

const step = (id: string, rest: Partial<Step> = {}): Step => ({
  id,
  type: 'note',
  title: id,
  after: [],
  config: {},
  ...rest,
})
const draft = (...steps: Step[]): Definition => ({ ...emptyDefinition, steps })

/** The definition with what has no order in one order. */
const inOrder = (definition: Definition) => ({
  ...definition,
  notes: definition.notes ?? {},
  groups: definition.groups ?? {},
  steps: definition.steps.map(({ after, ...rest }) => ({
    ...rest,
    after: after.map(edgeKey).toSorted(),
  })),
})

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const value = constantFrom<unknown>('x', 'y', 1, null, ['x'], { $: 'start.a' }, { deep: { er: 1 } })
const text = array(constantFrom('one', 'two', 'three', ''), { minLength: 2, maxLength: 6 }).map(
  (lines) => lines.join('\n'),
)
const keys = array(constantFrom('to', 'text', 'note', '__proto__', 'toString'), { maxLength: 4 })
const config: Arbitrary<Record<string, unknown>> = keys.chain((names) =>
  array(value, { minLength: names.length, maxLength: names.length }).map((values) =>
    Object.fromEntries(names.map((name, index) => [name, values[index]])),
  ),
)
const steps: Arbitrary<Step[]> = array(
  record({
    id: constantFrom(...ids),
    title: string(),
    config,
    code: text,
    linked: boolean(),
    x: integer(),
  }),
  { maxLength: 6 },
).map((all) =>
  all
    .filter((one, index) => all.findIndex((other) => other.id === one.id) === index)
    .map(({ id, title, config: settings, code, linked, x }) =>
      step(id, {
        title,
        config: settings,
        before_complete: code,
        position: { x, y: 0 },
        after: linked ? [{ step: 'a' }, { step: 'b', via: 'true' }] : [{ step: 'b' }],
      }),
    ),
)
const notes: Arbitrary<Record<string, Note>> = dictionary(
  constantFrom('n', 'm', 'o'),
  record({
    text,
    kind: constantFrom(...noteKinds),
    position: record({ x: integer(), y: integer() }),
    size: record({ width: integer({ min: 80, max: 90 }), height: constant(80) }),
  }),
  { noNullPrototype: true },
)
const groups: Arbitrary<Record<string, Group>> = dictionary(
  constantFrom('g', 'h'),
  record({ name: text, colour: constantFrom(...groupColours) }),
  { noNullPrototype: true },
)
const definitions: Arbitrary<Definition> = record(
  { steps, startData: config, notes, groups },
  { requiredKeys: ['steps', 'startData'] },
).map((parts) => ({ ...emptyDefinition, ...parts }))

it('makes any definition of any other one by its differences', () => {
  assert(
    property(definitions, definitions, (from, to) => {
      const made = applyChanges(from, differences(from, to))
      expect(inOrder(made)).toEqual(inOrder(to))
      expect(JSON.stringify(made.startData)).toBe(JSON.stringify(to.startData))
      expect(made.steps.map(({ config: made }) => JSON.stringify(made))).toEqual(
        to.steps.map(({ config: wanted }) => JSON.stringify(wanted)),
      )
      expect(differences(made, to)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('sends only what changed', () => {
  const many = Array.from({ length: 800 }, (_, n) => step(`s${n}`, { config: { text: 'long' } }))
  const from = draft(...many)
  const to = draft(...many.map((one) => (one.id === 's400' ? { ...one, title: 'New' } : one)))
  expect(differences(from, to)).toEqual([
    { kind: 'set', path: ['steps', 's400', 'title'], to: 'New' },
  ])
  const [first, second, ...rest] = many
  const swapped = second && first ? draft(second, first, ...rest) : from
  expect(differences(from, swapped)).toHaveLength(1)
})

it('keeps the order of a form’s fields', () => {
  const withFields = (...names: string[]): Definition => ({
    ...emptyDefinition,
    startData: { type: 'object', properties: Object.fromEntries(names.map((n) => [n, {}])) },
  })
  const made = applyChanges(
    withFields('b', 'a'),
    differences(withFields('b', 'a'), withFields('a', 'c', 'b')),
  )
  expect(Object.keys(made.startData['properties'] as object)).toEqual(['a', 'c', 'b'])
})

it('merges changes of different fields, steps and lines of two people', () => {
  const base = draft(step('a', { before_complete: '1\n2\n3\n4\n5' }), step('b'))
  const mine = draft(
    step('a', { before_complete: '1\n2\n3\n4\nfive' }),
    step('b', { title: 'Mine' }),
  )
  const theirs = draft(
    step('a', { before_complete: 'zero\none\n2\n3\n4\n5' }),
    step('c'),
    step('b', { config: { to: 'x' } }),
  )
  const now = applyChanges(base, differences(base, theirs))
  const { changes, conflicts } = rebaseChanges(differences(base, mine), differences(base, theirs))
  expect(conflicts).toEqual([])
  const merged = applyChanges(now, changes)
  expect(merged.steps.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  expect(valueAt(merged, ['steps', 'a', 'before_complete'])).toBe('zero\none\n2\n3\n4\nfive')
  expect(valueAt(merged, ['steps', 'b'])).toMatchObject({ title: 'Mine', config: { to: 'x' } })
})

const conflictsOf = (mine: DraftChange[], theirs: DraftChange[]) =>
  rebaseChanges(mine, theirs).conflicts
const set = (path: string[], to: unknown): DraftChange => ({ kind: 'set', path, to })
const remove = (...path: string[]): DraftChange => ({ kind: 'remove', path })

it('finds the places that two people changed', () => {
  const title = ['steps', 'a', 'title']
  expect(conflictsOf([set(title, 'Mine')], [set(title, 'Theirs')])).toHaveLength(1)
  expect(conflictsOf([set(title, 'Mine')], [remove('steps', 'a')])).toHaveLength(1)
  expect(conflictsOf([remove('steps', 'a')], [set(title, 'Theirs')])).toHaveLength(1)
  const lines = (at: number, insert: string[]): DraftChange => ({
    kind: 'lines',
    path: ['steps', 'a', 'before_complete'],
    at,
    remove: 1,
    insert,
  })
  expect(conflictsOf([lines(1, ['x'])], [lines(2, ['y'])])).toHaveLength(1)
  expect(conflictsOf([lines(1, ['x'])], [lines(3, ['y'])])).toEqual([])
})

const note: Note = {
  text: 'One\nTwo\nThree',
  kind: 'todo',
  position: { x: 0, y: 0 },
  size: { width: 200, height: 100 },
}
const withNotes = (...all: [string, Note][]): Definition => ({
  ...emptyDefinition,
  notes: Object.fromEntries(all),
})

it('merges the notes of two people, also the first ones of both', () => {
  const mine = differences(emptyDefinition, withNotes(['mine', note]))
  const theirs = differences(emptyDefinition, withNotes(['theirs', note]))
  const { changes, conflicts } = rebaseChanges(mine, theirs)
  expect(conflicts).toEqual([])
  expect(applyChanges(applyChanges(emptyDefinition, theirs), changes).notes).toEqual({
    mine: note,
    theirs: note,
  })
})

it('merges the fields of a note, and asks about the same one', () => {
  const base = withNotes(['n', note])
  const moved = withNotes(['n', { ...note, position: { x: 8, y: 0 } }])
  const written = withNotes(['n', { ...note, text: 'One\nTwo\nDone', kind: 'agreed' }])
  const both = rebaseChanges(differences(base, moved), differences(base, written))
  expect(applyChanges(written, both.changes).notes?.['n']).toEqual({
    text: 'One\nTwo\nDone',
    kind: 'agreed',
    position: { x: 8, y: 0 },
    size: note.size,
  })
  const elsewhere = withNotes(['n', { ...note, position: { x: 0, y: 8 } }])
  expect(conflictsOf(differences(base, moved), differences(base, elsewhere))).toHaveLength(1)
  expect(conflictsOf(differences(base, moved), differences(base, withNotes()))).toHaveLength(1)
})

it('makes no half note of a change of one that is gone', () => {
  const moved = differences(
    withNotes(['n', note]),
    withNotes(['n', { ...note, position: { x: 8, y: 0 } }]),
  )
  expect(applyChanges(withNotes(), moved).notes).toEqual({})
})

const inGroup = (group: Group | undefined, step: Partial<Step>): Definition => ({
  ...emptyDefinition,
  steps: [{ id: 'a', type: 'wait', title: 'A', after: [], config: {}, ...step }],
  ...(group ? { groups: { g: group } } : {}),
})

it('merges the name, the colour and the steps of a group of two people', () => {
  const group: Group = { name: 'Intake', colour: 'blue' }
  const base = inGroup(group, {})
  const named = inGroup({ ...group, name: 'Arrival' }, { group: 'g' })
  const coloured = inGroup({ ...group, colour: 'rose' }, { title: 'Read' })
  const { changes, conflicts } = rebaseChanges(
    differences(base, named),
    differences(base, coloured),
  )
  expect(conflicts).toEqual([])
  expect(applyChanges(coloured, changes)).toEqual(
    inGroup({ name: 'Arrival', colour: 'rose' }, { title: 'Read', group: 'g' }),
  )
  const renamed = inGroup({ ...group, name: 'Reception' }, {})
  expect(conflictsOf(differences(base, named), differences(base, renamed))).toHaveLength(1)
  // A name for a group that somebody dissolved makes no half group.
  expect(applyChanges(inGroup(undefined, {}), differences(base, renamed)).groups).toBeUndefined()
})

it('has nothing left of a change that somebody else made too', () => {
  const title = ['steps', 'a', 'title']
  expect(rebaseChanges([set(title, 'Same')], [set(title, 'Same')])).toEqual({
    changes: [],
    conflicts: [],
  })
  expect(rebaseChanges([remove('steps', 'a')], [remove('steps', 'a')])).toEqual({
    changes: [],
    conflicts: [],
  })
})
