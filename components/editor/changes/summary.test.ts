import { expect, it } from 'vitest'
import { emptyDefinition, type Definition } from '#lib/domain/workflow/definition'
import { diffDefinitions } from '../model/diff-definitions.ts'
import { summaryOf } from './summary.ts'

const step = (id: string, over: Partial<Definition['steps'][number]> = {}) => ({
  id,
  type: 'wait',
  title: id,
  after: [],
  config: {},
  ...over,
})
const note = {
  text: 'Ask first.',
  kind: 'explanation' as const,
  position: { x: 0, y: 0 },
  size: { width: 200, height: 100 },
}
const blue = { colour: 'blue' as const }

it('says of steps, groups and notes what became of each', () => {
  const before: Definition = {
    ...emptyDefinition,
    steps: [step('a', { group: 'kept' }), step('b', { group: 'gone' })],
    groups: { kept: { name: 'Kept', ...blue }, gone: { name: 'Gone', ...blue } },
    notes: { old: note },
  }
  const after: Definition = {
    ...before,
    steps: [step('a', { group: 'kept', title: 'A' }), step('b', { group: 'new' }), step('c')],
    groups: { kept: { name: 'Other', ...blue }, new: { name: 'New', ...blue } },
    notes: { new: note },
  }
  expect(summaryOf(diffDefinitions(before, after))).toBe(
    '1 step added, 1 changed, 1 group added, 1 changed, 1 removed, 1 note added, 1 removed',
  )
  const grouped = { ...before, groups: { ...before.groups, new: { name: 'New', ...blue } } }
  expect(summaryOf(diffDefinitions(before, grouped))).toBe('1 group added')
})
