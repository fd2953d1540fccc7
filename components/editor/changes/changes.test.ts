import { expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import { changedGraph } from './changed-graph.ts'
import { stepFieldName, workflowFieldName } from './field-names.ts'

const step = (id: string, over: Partial<Step> = {}): Step => ({
  id,
  type: 'transform',
  title: id,
  after: [],
  config: {},
  position: { x: 0, y: 0 },
  ...over,
})
const of = (...steps: Step[]): Definition => ({ ...emptyDefinition, steps })

it('both versions are one graph, with what was removed at its old place', () => {
  const before = of(
    step('a'),
    step('b', { after: [{ step: 'a', via: 'true' }], position: { x: 7, y: 90 } }),
    step('c', { after: [{ step: 'b' }] }),
    step('d'),
  )
  const after = of(
    step('a', { config: { value: 1 } }),
    step('c', { after: [{ step: 'a', via: 'true' }] }),
    step('d', { position: { x: 5, y: 5 } }),
    step('e'),
  )
  const { steps, links } = changedGraph(before, after)
  expect(steps.map(({ id, mark, fields, at }) => [id, mark, fields, at.x])).toEqual([
    ['a', 'changed', 1, 0],
    ['c', 'changed', 1, 0],
    ['d', 'moved', 0, 5],
    ['e', 'added', 0, 0],
    ['b', 'removed', 0, 7],
  ])
  expect(links.map(({ from, to, mark }) => [from, to, mark])).toEqual([
    ['a', 'c', 'added'],
    ['a', 'b', 'removed'],
    ['b', 'c', 'removed'],
  ])
  expect(changedGraph(undefined, after).steps.every(({ mark }) => mark === 'same')).toBe(true)
})

it('what was removed moves aside where another step stands at its old place', () => {
  const { steps } = changedGraph(of(step('a'), step('b')), of(step('c')))
  expect(new Set(steps.map(({ at }) => at.x)).size).toBe(3)
})

it('steps without places stand in rows, also when they go round in a circle', () => {
  const bare = (id: string, ...after: string[]) => {
    const { position: _position, ...rest } = step(id, {
      after: after.map((from) => ({ step: from })),
    })
    return rest
  }
  const { steps } = changedGraph(undefined, of(bare('a'), bare('b', 'a', 'c'), bare('c', 'b')))
  const [a = 0, b = 0] = steps.map(({ at }) => at.y)
  expect(b).toBeGreaterThan(a)
})

it('fields have the names that the inspector shows', () => {
  const schema = {
    properties: {
      to: { title: 'Recipient' },
      fields: { title: 'Fields', items: { properties: { label: { title: 'Name' } } } },
    },
  }
  expect(stepFieldName('config.to.$', schema)).toBe('Recipient')
  expect(stepFieldName('config.fields.0.label', schema)).toBe('Fields › 1 › Name')
  expect(stepFieldName('config.otherThing', schema)).toBe('Other thing')
  expect(stepFieldName('before_complete', schema)).toBe('Code before completing')
  expect(workflowFieldName('startData.properties.patientName.title')).toBe(
    'Start form › Patient name › Title',
  )
  expect(workflowFieldName('settings.runTitle')).toBe('Settings › Run title')
})
