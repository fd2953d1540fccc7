import { expect, it } from 'vitest'
import { emptyDefinition, type Definition } from '#lib/domain/workflow/definition'
import { createChangeCount } from './count-changes.ts'
import { diffDefinitions, isSame } from './diff-definitions.ts'

const step = (id: string, group?: string): Definition['steps'][number] => ({
  id,
  type: 'wait',
  title: `Step ${id}`,
  after: [],
  config: {},
  ...(group ? { group } : {}),
})
const withGroups = (groups: Definition['groups'], ...steps: Definition['steps']): Definition => ({
  ...emptyDefinition,
  steps,
  ...(groups ? { groups } : {}),
})

it('names groups that are new, changed or gone with their steps, and no run that differs', () => {
  const before = withGroups(
    {
      kept: { name: 'Intake', colour: 'blue' },
      gone: { name: 'Old', colour: 'grey' },
      same: { name: 'Same', colour: 'rose' },
    },
    step('a', 'kept'),
    step('b', 'gone'),
    step('c', 'same'),
  )
  const after = withGroups(
    {
      kept: { name: 'Arrival', colour: 'blue' },
      fresh: { name: 'New', colour: 'green' },
      same: { name: 'Same', colour: 'rose' },
    },
    step('a', 'kept'),
    step('b', 'kept'),
    step('c', 'same'),
  )
  const difference = diffDefinitions(before, after)
  expect(difference.groups).toEqual([
    {
      id: 'kept',
      title: 'Arrival',
      change: 'changed',
      fields: [
        { path: 'name', before: 'Intake', after: 'Arrival' },
        { path: 'steps', before: 'Step a', after: 'Step a\nStep b' },
      ],
    },
    expect.objectContaining({ id: 'fresh', change: 'added' }),
    expect.objectContaining({ id: 'gone', title: 'Old', change: 'removed' }),
  ])
  expect(isSame(difference)).toBe(true)
  expect(createChangeCount()(before, after)).toBe(3)
})

it('finds no group changed by a new title of one of its steps', () => {
  const groups = { g: { name: 'Intake', colour: 'blue' as const } }
  const before = withGroups(groups, step('a', 'g'))
  const after = withGroups(groups, { ...step('a', 'g'), title: 'Other' })
  expect(diffDefinitions(before, after).groups).toEqual([])
  expect(createChangeCount()(before, after)).toBe(1)
})
