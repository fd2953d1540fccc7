import { expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { changeStep } from '../commands/change-step.ts'
import { titleStep } from '../commands/title-step.ts'
import { hasSameScope } from './same-scope.ts'

const step = (id: string, type: string, after: Step['after']): Step => ({
  id,
  type,
  title: id,
  after,
  config: {},
})
const definition: Definition = {
  ...emptyDefinition,
  steps: [
    step('first', 'transform', []),
    step('mail', 'send-email', [{ step: 'first' }]),
    step('loop', 'while', [{ step: 'mail' }]),
  ],
}
const types = new Map([['while', { deferred: ['condition'] } as unknown as StepTypeInfo]])

it.each([
  ['a letter in its own title', titleStep('mail', 'A mail'), 'mail', true],
  ['a letter in its own text', changeStep('mail', { config: { text: 'Dear' } }), 'mail', true],
  ['the title of a step before it', titleStep('first', 'Read'), 'mail', false],
  ['another step before it', changeStep('mail', { after: [] }), 'mail', false],
  ['the settings of a loop itself', changeStep('loop', { config: { a: 1 } }), 'loop', false],
])('%s', (_, command, stepId, same) => {
  const after = command(definition).definition
  expect(after).not.toBe(definition)
  expect(hasSameScope(definition, after, stepId, types)).toBe(same)
})
