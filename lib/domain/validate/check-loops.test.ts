import { expect, test } from 'vitest'
import { graph } from '#test/samples/graph'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'
import { validateDefinition } from './validate-definition.ts'

const info = (type: string, more: Partial<StepTypeInfo> = {}): StepTypeInfo => ({
  type,
  version: 1,
  title: type,
  description: '',
  category: 'Flow',
  icon: 'x',
  effect: 'pure',
  configSchema: { type: 'object' },
  uiSchema: {},
  outputSchema: {},
  screen: false,
  examples: [],
  ...more,
})
const branches = { fixed: ['each', 'done'] }
const surroundings = {
  stepTypes: [
    info('echo'),
    info('name-case'),
    info('for-each', { branches }),
    info('while', { branches, deferred: ['condition'] }),
    info('sub', { uiSchema: { workflow: { 'ui:widget': 'workflow' } } }),
  ],
  connections: [],
  workflows: [
    { slug: 'ready', name: 'Ready', published: true },
    { slug: 'draft', name: 'Draft', published: false },
  ],
}
/** Codes of the problems, with the step that each is at. */
const found = (drawing: string, parts: Parameters<typeof graph>[1]) =>
  validateDefinition(graph(drawing, { loop: { type: 'for-each' }, ...parts }), surroundings).map(
    ({ code, stepId }) => `${code} ${stepId}`,
  )
const reads = (text: string) => ({ config: { value: { $: text } } })

//        ┌─ each ─▶ a ──▶ b
//  loop ─┤
//        └─ done ─▶ c
const drawing = 'loop -each-> a -> b\nloop -done-> c'

test('item is read inside the body, by a handler there, and by deferred fields', () => {
  expect(found(drawing, { a: reads('item.x'), b: reads('steps.a.output & item') })).toEqual([])
  expect(
    found('loop -each-> a -!continue-> mend\nloop -done-> c', { mend: reads('item & error.code') }),
  ).toEqual([])
  expect(
    found('loop -each-> a', {
      loop: { type: 'while', config: { condition: { $: 'item.last != null' } } },
    }),
  ).toEqual([])
})

test('item is nowhere else', () => {
  expect(found(drawing, { c: reads('item') })).toEqual(['item_outside_loop c'])
  expect(found(drawing, { loop: { type: 'for-each', config: { items: { $: 'item' } } } })).toEqual([
    'item_outside_loop loop',
  ])
})

test('outside the body its steps cannot be read, and inside the loop cannot be read', () => {
  expect(found(drawing, { c: reads('steps.loop.output.results') })).toEqual([])
  expect(found(drawing, { c: reads('steps.a.output') })).toEqual(['reference_not_before c'])
  expect(found(drawing, { b: reads('steps.loop.output') })).toEqual(['reference_not_before b'])
})

test('a loop has a body, and no edge from outside leads into it', () => {
  expect(found('loop -done-> c', {})).toEqual(['loop_without_body loop'])
  expect(found('loop -each-> a -> c\nloop -done-> c', {})).toEqual(['loop_body_crossed c'])
  expect(found('first -> a\nloop -each-> a', {})).toContain('loop_body_crossed a')
})

test('a loop in a loop reads the steps of both', () => {
  const nested = 'loop -each-> a -> inner -each-> b\ninner -done-> c'
  expect(
    found(nested, {
      inner: { type: 'for-each' },
      b: reads('steps.a.output & item'),
      c: reads('steps.inner.output.results'),
    }),
  ).toEqual([])
  expect(found(nested, { inner: { type: 'for-each' }, c: reads('steps.b.output') })).toEqual([
    'reference_not_before c',
  ])
})

test('a workflow that a step runs exists and is published', () => {
  const calls = (workflow: unknown) =>
    found('call', { call: { type: 'sub', config: { workflow } } })
  expect(calls('ready')).toEqual([])
  expect(calls({ $: 'start.which' })).toEqual([])
  expect(calls('draft')).toEqual(['unknown_workflow call'])
  expect(calls('nowhere')).toEqual(['unknown_workflow call'])
})

test('the run is not named inside a loop', () => {
  const naming = { name: { type: 'name-case' } }
  expect(found('loop -each-> a -> name', naming)).toEqual(['loop_names_case name'])
  expect(found('loop -each-> a\nloop -done-> name', naming)).toEqual([])
})
