import { expect, it } from 'vitest'
import { emptyDefinition, type Step } from '#lib/domain/workflow/definition'
import { levelOf, opensLevel, pathOfText, pathTo, textOfPath } from './level-path.ts'

const step = (id: string, type: string, after: Step['after'] = []): Step => ({
  id,
  type,
  title: id,
  after,
  config: {},
})
const definition = {
  ...emptyDefinition,
  steps: [
    step('outer', 'for-each'),
    step('inner', 'while', [{ step: 'outer', via: 'each' }]),
    step('call', 'sub-workflow', [{ step: 'inner', via: 'each' }]),
    step('last', 'wait', [{ step: 'outer', via: 'done' }]),
  ],
}

it('leads to the level of a loop and of a step that runs another workflow', () => {
  expect(pathTo(definition, 'inner')).toEqual(['outer', 'inner'])
  expect(pathTo(definition, 'call')).toEqual(['outer', 'inner', 'call'])
  expect(definition.steps.map(opensLevel)).toEqual([true, true, true, false])
})

it('opens what the workflow has, and leaves the rest to the other workflow', () => {
  expect(levelOf(definition, ['outer', 'inner', 'call', 'x', 'y'])).toEqual({
    loops: ['outer', 'inner'],
    call: 'call',
    rest: ['x', 'y'],
  })
  expect(levelOf(definition, ['outer', 'gone', 'inner']).loops).toEqual(['outer'])
  expect(levelOf(definition, ['last'])).toEqual({ loops: [], call: undefined, rest: [] })
})

it('stands in the address', () => {
  expect(pathOfText(textOfPath(['outer', 'inner']))).toEqual(['outer', 'inner'])
  expect([pathOfText(null), pathOfText('')]).toEqual([[], []])
})
