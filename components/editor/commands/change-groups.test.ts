import { expect, it } from 'vitest'
import { emptyDefinition, type Definition } from '#lib/domain/workflow/definition'
import { maxGroups } from '#lib/domain/workflow/marks'
import { colourGroup, dissolveGroups, groupSteps, renameGroup, setGroup } from './change-groups.ts'
import { copySteps, pasteSteps, takenSteps } from './paste-steps.ts'
import { readSteps } from './read-steps.ts'
import { removeSteps } from './remove-steps.ts'

const step = (id: string, group?: string): Definition['steps'][number] => ({
  id,
  type: 'wait',
  title: id.toUpperCase(),
  after: [],
  config: {},
  ...(group === undefined ? {} : { group }),
})
const blue = { name: 'Intake', colour: 'blue' } as const
const workflow: Definition = {
  ...emptyDefinition,
  steps: [step('a', 'g'), step('b', 'g'), step('c')],
  groups: { g: blue },
}
const groupOf = ({ steps }: Definition, id: string) => steps.find((one) => one.id === id)?.group

it('makes a group with a free name and colour; a group that loses its last step is gone', () => {
  const { definition, says } = groupSteps('h', ['b', 'c'])(workflow)
  expect(says).toBe('Group Group made of 2 steps.')
  expect(definition.groups).toEqual({ g: blue, h: { name: 'Group', colour: 'green' } })
  expect(['a', 'b', 'c'].map((id) => groupOf(definition, id))).toEqual(['g', 'h', 'h'])
  const all = groupSteps('i', ['a', 'b', 'c'])(definition).definition
  expect(Object.keys(all.groups ?? {})).toEqual(['i'])
  expect(groupSteps('h', [])(workflow).definition).toBe(workflow)
  const full = {
    ...workflow,
    groups: Object.fromEntries(Array.from({ length: maxGroups }, (_, at) => [`g${at}`, blue])),
  }
  expect(groupSteps('h', ['a'])(full).says).toBe('A workflow has at most 200 groups.')
})

it('renames, colours, dissolves and leaves', () => {
  expect(renameGroup('g', ' Arrival ')(workflow).definition.groups?.['g']?.name).toBe('Arrival')
  expect(renameGroup('g', ' ')(workflow).definition).toBe(workflow)
  expect(renameGroup('gone', 'A')(workflow).definition).toBe(workflow)
  expect(colourGroup('g', 'rose')(workflow).definition.groups?.['g']?.colour).toBe('rose')
  const left = setGroup(['a'], undefined)(workflow).definition
  expect(left.steps[0]).toEqual(step('a'))
  expect(left.groups).toEqual({ g: blue })
  expect(setGroup(['b'], undefined)(left).definition.groups).toEqual({})
  expect(setGroup(['c'], 'g')(workflow).says).toBe('1 step put into Intake.')
  const dissolved = dissolveGroups(['g'])(workflow).definition
  expect(dissolved.steps).toEqual([step('a'), step('b'), step('c')])
  expect(dissolved.groups).toEqual({})
})

it('goes with its last step when steps are deleted', () => {
  expect(removeSteps(['a'])(workflow).definition.groups).toEqual({ g: blue })
  expect(removeSteps(['a', 'b'])(workflow).definition.groups).toEqual({})
})

it('is copied with all of its steps, as a group of its own; a part stays in its group', () => {
  const text = copySteps(workflow, ['a', 'b', 'c']) ?? ''
  const read = readSteps(text)
  const into = pasteSteps(read?.steps ?? [], { groups: read?.groups })(emptyDefinition).definition
  const [id] = Object.keys(into.groups ?? {})
  expect(Object.values(into.groups ?? {})).toEqual([blue])
  expect(into.steps.map((one) => one.group)).toEqual([id, id, undefined])
  expect(id).not.toBe('g')

  const part = readSteps(copySteps(workflow, ['a']) ?? '')
  expect(part?.groups).toEqual({})
  const beside = pasteSteps(part?.steps ?? [], { groups: part?.groups })(workflow).definition
  expect(beside.steps.at(-1)?.group).toBe('g')
  // Another workflow has no such group.
  const elsewhere = pasteSteps(part?.steps ?? [])(emptyDefinition).definition
  expect(elsewhere.steps[0]?.group).toBeUndefined()

  const { steps, groups } = takenSteps(workflow, ['a', 'b'])
  const twice = pasteSteps(steps, { groups, keepOutside: true })(workflow).definition
  expect(Object.values(twice.groups ?? {})).toEqual([blue, blue])
})
