import { describe, expect, it } from 'vitest'
import {
  emptyDefinition,
  definitionSchema,
  type Definition,
  type Step,
} from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { addStep } from './add-step.ts'
import { connect, disconnect, refusalOf } from './connect.ts'
import { moveSteps } from './move-steps.ts'
import { copySteps, pasteSteps } from './paste-steps.ts'
import { readSteps } from './read-steps.ts'
import { removeSteps } from './remove-steps.ts'
import { renameStep } from './rename-step.ts'
import { setFailureHandler } from './set-failure-handler.ts'
import { titleStep } from './title-step.ts'

const type = (over: Partial<StepTypeInfo>): StepTypeInfo => ({
  type: 'transform',
  version: 1,
  title: 'Transform',
  description: '',
  category: 'Data',
  icon: 'box',
  effect: 'pure',
  configSchema: {},
  uiSchema: {},
  outputSchema: {},
  screen: false,
  examples: [],
  ...over,
})
const transform = type({
  configSchema: {
    properties: { mode: { default: 'fast' }, list: { type: 'array' }, other: { type: 'string' } },
    required: ['list'],
  },
})
const condition = type({
  type: 'condition',
  title: 'Condition',
  branches: { fixed: ['true', 'false'] },
})
const types = new Map([
  ['transform', transform],
  ['condition', condition],
])
const step = (id: string, over: Partial<Step> = {}): Step => ({
  id,
  type: 'transform',
  title: id.toUpperCase(),
  after: [],
  config: {},
  ...over,
})
const of = (...steps: Step[]): Definition => ({ ...emptyDefinition, steps })
const find = (definition: Definition, id: string) => definition.steps.find((one) => one.id === id)

describe('adding', () => {
  it('connects behind the given step, fills defaults, and makes titles and ids of their own', () => {
    const first = addStep(transform, {}, types)(emptyDefinition)
    const second = addStep(transform, { after: 'transform' }, types)(first.definition)
    expect(first.definition.steps[0]).toMatchObject({
      id: 'transform',
      title: 'Transform',
      after: [],
      config: { mode: 'fast', list: [] },
    })
    expect(second.definition.steps[1]).toMatchObject({
      id: 'transform_2',
      title: 'Transform 2',
      after: [{ step: 'transform' }],
    })
    expect(second.selection).toEqual(['transform_2'])
    expect(second.says).toBe('Step Transform 2 added after Transform.')
    expect(definitionSchema.safeParse(second.definition).success).toBe(true)
  })

  it('takes the first branch that nothing follows', () => {
    const start = of(
      step('check', { type: 'condition' }),
      step('yes', { after: [{ step: 'check', via: 'true' }] }),
    )
    expect(
      find(addStep(transform, { after: 'check' }, types)(start).definition, 'transform')?.after,
    ).toEqual([{ step: 'check', via: 'false' }])
  })

  it('does not put a step on top of another', () => {
    const start = of(step('a', { position: { x: 0, y: 0 } }))
    const one = addStep(transform, { after: 'a' }, types)(start).definition
    const two = addStep(transform, { after: 'a' }, types)(one).definition
    expect(two.steps[1]?.position).not.toEqual(two.steps[2]?.position)
  })
})

describe('removing', () => {
  it('bridges a chain, and leaves no reference behind', () => {
    const start = of(
      step('a'),
      step('b', { after: [{ step: 'a' }] }),
      step('c', { after: [{ step: 'b' }], on_failure: { step: 'b', then: 'fail' } }),
    )
    const { definition } = removeSteps(['b'])(start)
    expect(definition.steps.map((one) => one.id)).toEqual(['a', 'c'])
    expect(find(definition, 'c')?.after).toEqual([{ step: 'a' }])
    expect(find(definition, 'c')).not.toHaveProperty('on_failure')
  })

  it('does not bridge a branch: what followed it has lost its condition', () => {
    const start = of(
      step('a'),
      step('b', { type: 'condition', after: [{ step: 'a' }] }),
      step('c', { after: [{ step: 'b', via: 'true' }] }),
    )
    expect(find(removeSteps(['b'])(start).definition, 'c')?.after).toEqual([])
  })

  it('does nothing for a step that is not there', () => {
    const start = of(step('a'))
    expect(removeSteps(['x'])(start).definition).toBe(start)
  })
})

describe('connecting', () => {
  const start = of(
    step('a'),
    step('b', { after: [{ step: 'a' }] }),
    step('c', { after: [{ step: 'b' }] }),
  )

  it('refuses circles, doubles and the step itself, and says why', () => {
    expect(refusalOf(start, { from: 'c', to: 'a' })).toMatch(/circle/)
    expect(refusalOf(start, { from: 'a', to: 'b' })).toMatch(/already/)
    expect(refusalOf(start, { from: 'a', to: 'a' })).toMatch(/itself/)
    expect(connect({ from: 'c', to: 'a' })(start).definition).toBe(start)
  })

  it('connects by a branch and cuts only that one', () => {
    const joined = connect({ from: 'a', to: 'c', via: 'yes' })(start).definition
    expect(find(joined, 'c')?.after).toEqual([{ step: 'b' }, { step: 'a', via: 'yes' }])
    expect(disconnect([{ from: 'a', to: 'c' }])(joined).definition).toBe(joined)
    expect(
      find(disconnect([{ from: 'a', to: 'c', via: 'yes' }])(joined).definition, 'c')?.after,
    ).toEqual([{ step: 'b' }])
  })

  it('takes a failure handler out of the ordinary flow', () => {
    const { definition } = setFailureHandler('a', { step: 'c', then: 'fail' })(start)
    expect(find(definition, 'c')?.after).toEqual([])
    expect(refusalOf(definition, { from: 'b', to: 'c' })).toMatch(/handles failures/)
    expect(find(setFailureHandler('a', undefined)(definition).definition, 'a')).not.toHaveProperty(
      'on_failure',
    )
  })
})

describe('renaming', () => {
  it('changes connections, handlers, expressions and code, and nothing else', () => {
    const start = of(
      step('look'),
      step('look_up', {
        after: [{ step: 'look' }],
        config: {
          a: { $: 'steps.look.output.x & "steps.look" & steps.look_up.output' },
          list: [{ b: { $: '$$.steps.`look`.output' } }],
        },
      }),
      step('hook', {
        before_complete:
          "// don't touch\nreturn steps.look.output + steps['look'].output + mysteps.look",
        on_failure: { step: 'look', then: 'continue' },
      }),
    )
    const { definition, selection } = renameStep('look', 'search')(start)
    expect(selection).toEqual(['search'])
    expect(find(definition, 'look_up')).toMatchObject({
      after: [{ step: 'search' }],
      config: {
        a: { $: 'steps.search.output.x & "steps.look" & steps.look_up.output' },
        list: [{ b: { $: '$$.steps.`search`.output' } }],
      },
    })
    expect(find(definition, 'hook')).toMatchObject({
      before_complete:
        "// don't touch\nreturn steps.search.output + steps['search'].output + mysteps.look",
      on_failure: { step: 'search' },
    })
  })

  it('refuses an id that is taken or not an id', () => {
    const start = of(step('a'), step('b'))
    expect(renameStep('a', 'b')(start).definition).toBe(start)
    expect(renameStep('a', 'Not an id')(start).definition).toBe(start)
  })
})

describe('copying', () => {
  it('gives new ids and keeps what the copies say of each other', () => {
    const start = of(
      step('a', { position: { x: 0, y: 0 } }),
      step('b', {
        after: [{ step: 'a' }],
        config: { v: { $: 'steps.a.output' } },
        on_failure: { step: 'c', then: 'fail' },
      }),
      step('c'),
    )
    const steps = readSteps(copySteps(start, ['a', 'b']) ?? '')?.steps
    const { definition, selection } = pasteSteps(steps ?? [])(start)
    expect(selection).toEqual(['a_2', 'b_2'])
    expect(find(definition, 'b_2')).toMatchObject({
      after: [{ step: 'a_2' }],
      config: { v: { $: 'steps.a_2.output' } },
    })
    expect(find(definition, 'b_2')).not.toHaveProperty('on_failure')
    expect(find(definition, 'a_2')?.position).toEqual({ x: 40, y: 40 })
    expect(find(definition, 'b')?.config).toEqual({ v: { $: 'steps.a.output' } })
  })

  it('is not confused when a new id is another copy’s old one', () => {
    const other = of(step('a'))
    const copied = [
      step('a', { config: { v: { $: 'steps.a_2.output' } } }),
      step('a_2', { after: [{ step: 'a' }], config: { v: { $: 'steps.a.output' } } }),
    ]
    const { definition, selection } = pasteSteps(copied)(other)
    expect(selection).toEqual(['a_2', 'a_3'])
    expect(find(definition, 'a_2')?.config).toEqual({ v: { $: 'steps.a_3.output' } })
    expect(find(definition, 'a_3')).toMatchObject({
      after: [{ step: 'a_2' }],
      config: { v: { $: 'steps.a_2.output' } },
    })
  })

  it('drops connections to the outside unless it is a duplicate', () => {
    const start = of(step('a'), step('b', { after: [{ step: 'a' }] }))
    const [b] = start.steps.slice(1)
    expect(pasteSteps([b as Step])(start).definition.steps[2]?.after).toEqual([])
    expect(
      pasteSteps([b as Step], { keepOutside: true })(start).definition.steps[2]?.after,
    ).toEqual([{ step: 'a' }])
  })

  it('ignores any other text', () => {
    expect(readSteps('hello')).toBeUndefined()
    expect(readSteps('{"steps":[]}')).toBeUndefined()
  })
})

describe('moving', () => {
  it('changes only what moved', () => {
    const start = of(step('a', { position: { x: 1, y: 1 } }), step('b'))
    expect(moveSteps(new Map([['a', { x: 1, y: 1 }]]))(start).definition).toBe(start)
    const { definition } = moveSteps(new Map([['a', { x: 10.4, y: 2 }]]))(start)
    expect(definition.steps[0]?.position).toEqual({ x: 10, y: 2 })
    expect(definition.steps[1]).toBe(start.steps[1])
  })
})

it('a screen is headed by its step’s title until it has a heading of its own', () => {
  const before = of(step('a', { type: 'screen', title: 'Screen' }), step('b'))
  const named = titleStep('a', 'Review')(before).definition
  expect(find(named, 'a')).toMatchObject({ title: 'Review', config: { title: 'Review' } })
  const again = titleStep('a', 'Check')(named).definition
  expect(find(again, 'a')?.config).toEqual({ title: 'Check' })
  const own = of(step('a', { type: 'screen', title: 'Screen', config: { title: 'My own' } }))
  expect(find(titleStep('a', 'Check')(own).definition, 'a')).toMatchObject({
    title: 'Check',
    config: { title: 'My own' },
  })
  expect(find(titleStep('b', 'Check')(named).definition, 'b')?.config).toEqual({})
})
