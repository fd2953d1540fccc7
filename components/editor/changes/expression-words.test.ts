import { expect, it } from 'vitest'
import { diffValues } from '#lib/domain/differences/diff-values'
import type { Definition } from '#lib/domain/workflow/definition'
import { wordsOfStep } from './expression-words.ts'

const text = { type: 'string' }
const decision = { type: 'string', title: 'Decision', enum: ['Denied', 'Approved'] }
const definition: Definition = {
  startData: {
    type: 'object',
    properties: {
      name: { ...text, title: 'Patient name' },
      other: { ...text, title: 'Patient name' },
    },
  },
  steps: [
    {
      id: 'ask',
      type: 'screen',
      title: 'Review',
      after: [],
      config: { schema: { type: 'object', properties: { decision } } },
    },
    { id: 'mail', type: 'send-email', title: 'Mail', after: [{ step: 'ask' }], config: {} },
  ],
  settings: {},
}
const say = (before: unknown, after: unknown) => {
  const [difference] = diffValues({ config: { text: before } }, { config: { text: after } })
  if (!difference) throw new Error('they do not differ')
  return wordsOfStep([definition], new Map(), 'mail')(difference)
}

it('says texts with values and rules by the names that people gave', () => {
  expect(say('Hello', { $: '"Dear " & $text(run.id)' })).toEqual({
    before: 'Hello',
    after: expect.stringMatching(/^Dear ‹.*›$/) as string,
  })
  const rule = { $: 'steps.ask.output.decision = "Denied"' }
  expect(say(rule, { $: 'steps.ask.output.decision != "Denied"' })).toMatchObject({
    before: expect.stringMatching(/ is “Denied”$/) as string,
    after: expect.stringMatching(/ is not “Denied”$/) as string,
  })
})

it('says the path as well where two values are called the same', () => {
  expect(say({ $: '"A" & $text(start.name)' }, { $: '"A" & $text(start.other)' })).toEqual({
    before: 'A‹Patient name (start.name)›',
    after: 'A‹Patient name (start.other)›',
  })
})

it('leaves to code what only code says', () => {
  expect(say({ $: '$sum([1])' }, { $: '"A" & $text(start.name)' })).toBeUndefined()
  // Both are read as the same words.
  expect(say({ $: '"A" & start.name' }, { $: '"A" & $text(start.name)' })).toBeUndefined()
  expect(say('a', 'b')).toBeUndefined()
  expect(say(30, { $: '"A" & $text(start.name)' })).toBeUndefined()
})
