import { describe, expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import { drawnTypes as types } from '../looking/drawn-types.ts'
import { readingOrder } from '../model/graph.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { moveStep, stepInList } from './move-step.ts'
import { placesOf, type ListPlace } from './places.ts'

/** `check:true` is the branch of a step. */
const step = (id: string, after: string[] = [], over: Partial<Step> = {}): Step => ({
  id,
  type: 'wait',
  title: id.toUpperCase(),
  after: after.map((edge) => {
    const [from = '', via] = edge.split(':')
    return { step: from, ...(via === undefined ? {} : { via }) }
  }),
  config: {},
  ...over,
})
const of = (...steps: Step[]): Definition => ({ ...emptyDefinition, steps })
const linesOf = ({ steps }: Definition) =>
  Object.fromEntries(
    steps.map(({ id, after }) => [
      id,
      after.map((edge) => (edge.via === undefined ? edge.step : `${edge.step}:${edge.via}`)),
    ]),
  )
const move = (definition: Definition, id: string, place: ListPlace) =>
  moveStep(id, place, types, positionsOf(definition, types))(definition)
const press = (definition: Definition, id: string, by: 1 | -1) =>
  stepInList(
    id,
    by,
    new Set(definition.steps.map((one) => one.id)),
    types,
    positionsOf(definition, types),
  )(definition)

const chain = of(step('a'), step('b', ['a']), step('c', ['b']), step('d', ['c']))
const decision = of(
  step('a'),
  step('check', ['a'], { type: 'condition', branchLabels: { true: 'Approved', false: 'Denied' } }),
  step('yes', ['check:true']),
  step('no', ['check:false']),
  step('end', ['yes', 'no']),
)
const loop = of(
  step('a'),
  step('each', ['a'], { type: 'for-each' }),
  step('inner', ['each:each'], { on_failure: { step: 'help', then: 'continue' } }),
  step('help'),
  step('end', ['each:done']),
)

describe('a step that is moved', () => {
  it('leaves its place to what followed it, and what follows the new place follows it', () => {
    const { definition, says, selection } = move(chain, 'b', { kind: 'after', step: 'c' })
    expect(linesOf(definition)).toEqual({ a: [], c: ['a'], b: ['c'], d: ['b'] })
    expect(says).toBe('B now runs after C.')
    expect(selection).toEqual(['b'])
    const first = move(chain, 'c', { kind: 'before', step: 'a' })
    expect(linesOf(first.definition)).toEqual({ c: [], a: ['c'], b: ['a'], d: ['b'] })
  })

  it('goes into a branch by its name, and out of it', () => {
    const into = move(decision, 'end', { kind: 'after', step: 'no' })
    expect(linesOf(into.definition)).toMatchObject({ no: ['check:false'], end: ['no'] })
    const between = move(chain, 'd', { kind: 'before', step: 'b' })
    expect(linesOf(between.definition)).toMatchObject({ d: ['a'], b: ['d'] })
    const begun = move(of(...decision.steps, step('x', ['end'])), 'x', {
      kind: 'after',
      step: 'check',
      via: 'true',
    })
    expect(linesOf(begun.definition)).toMatchObject({ x: ['check:true'], yes: ['x'] })
    expect(begun.says).toBe('X now runs after CHECK (Approved).')
  })

  it('takes what lies in its ways with it, until they come together', () => {
    const { definition, says } = move(decision, 'check', { kind: 'after', step: 'end' })
    expect(linesOf(definition)).toEqual({
      a: [],
      end: ['a'],
      check: ['end'],
      yes: ['check:true'],
      no: ['check:false'],
    })
    expect(says).toBe('CHECK, with the 2 steps that belong to it, now runs after END.')
    const back = move(definition, 'check', { kind: 'before', step: 'end' })
    expect(linesOf(back.definition)).toMatchObject({ check: ['a'], end: ['yes', 'no'] })
    expect(move(decision, 'check', { kind: 'after', step: 'yes' })).toEqual({
      definition: decision,
      says: 'YES belongs to CHECK.',
    })
  })

  it('goes alone where it has one way: that is how the workflow goes on', () => {
    const guard = of(
      step('a'),
      step('check', ['a'], { type: 'condition' }),
      step('b', ['check:true']),
      step('c', ['b']),
    )
    const { definition } = move(guard, 'check', { kind: 'after', step: 'b' })
    expect(linesOf(definition)).toEqual({ a: [], b: ['a'], check: ['b'], c: ['check:true'] })
  })

  it('takes what a loop repeats, and handlers, with it', () => {
    const { definition } = move(loop, 'each', { kind: 'after', step: 'end' })
    expect(linesOf(definition)).toEqual({
      a: [],
      end: ['a'],
      each: ['end'],
      inner: ['each:each'],
      help: [],
    })
    expect(move(loop, 'help', { kind: 'after', step: 'end' })).toEqual({
      definition: loop,
      says: 'HELP runs when INNER fails. It goes where INNER goes.',
    })
    expect(move(loop, 'a', { kind: 'before', step: 'help' }).definition).toBe(loop)
    const into = move(loop, 'end', { kind: 'before', step: 'inner' })
    expect(linesOf(into.definition)).toMatchObject({ end: ['each:each'], inner: ['end'] })
  })

  it('joins the group in which it is put, and leaves its own', () => {
    const groups = { g: { name: 'Intake', colour: 'blue' as const } }
    const grouped = {
      ...of(step('a', [], { group: 'g' }), step('b', ['a']), step('c', ['b'])),
      groups,
    }
    const into = move(grouped, 'c', { kind: 'after', step: 'a' }).definition
    expect(into.steps.find(({ id }) => id === 'c')?.group).toBe('g')
    const out = move(into, 'c', { kind: 'after', step: 'b' }).definition
    expect(out.steps.find(({ id }) => id === 'c')).not.toHaveProperty('group')
    // A group without steps goes.
    const gone = move(grouped, 'a', { kind: 'after', step: 'c' }).definition
    expect(gone.groups).toEqual({})
  })

  it('is refused where it would wait for itself', () => {
    const rejoined = of(
      step('a', [], { on_failure: { step: 'help', then: 'fail' } }),
      step('help'),
      step('b', ['a']),
      step('c', ['b', 'help']),
    )
    const { definition } = move(rejoined, 'a', { kind: 'after', step: 'b' })
    expect(linesOf(definition)).toMatchObject({ b: [], a: ['b'], c: ['a', 'help'] })
  })
})

describe('where it stands on the canvas', () => {
  const at = (y: number) => ({ position: { x: 0, y } })
  const placed = of(
    step('a', [], at(0)),
    step('b', ['a'], at(120)),
    step('c', ['b'], at(240)),
    step('d', ['c'], at(360)),
  )

  it('is where it was put, with no gap where it was', () => {
    const { definition } = move(placed, 'b', { kind: 'after', step: 'c' })
    const places = Object.fromEntries(definition.steps.map(({ id, position }) => [id, position?.y]))
    expect(places).toEqual({ a: 0, c: 120, b: 240, d: 360 })
  })

  it('is below the end of a way', () => {
    const { definition } = move(placed, 'a', { kind: 'after', step: 'd' })
    const places = Object.fromEntries(definition.steps.map(({ id, position }) => [id, position?.y]))
    expect(places).toEqual({ b: 0, c: 120, d: 240, a: 360 })
  })
})

describe('moved by keys', () => {
  it('passes every place of the list, down and up again', () => {
    const start = of(...decision.steps, step('x', ['end']))
    const seen: string[] = []
    let now = start
    for (let times = 0; times < 20; times += 1) {
      const { definition, says } = press(now, 'x', -1)
      if (definition === now) {
        expect(says).toBe('X is at the beginning already.')
        break
      }
      seen.push(says ?? '')
      now = definition
    }
    expect(seen).toEqual([
      'X now runs before END.',
      'X now runs after NO.',
      'X now runs before NO.',
      'X now runs after YES.',
      'X now runs before YES.',
      'X now runs after A.',
      'X now runs before A.',
    ])
    for (let times = 0; times < seen.length; times += 1) now = press(now, 'x', 1).definition
    expect(linesOf(now)).toEqual(linesOf(start))
  })

  it('is in the list where its place is', () => {
    const { definition } = press(chain, 'b', 1)
    expect(readingOrder(definition).map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd'])
  })

  it('never makes a circle, and loses no step and no connection of others', () => {
    for (const start of [chain, decision, loop]) {
      for (const { id } of start.steps) {
        for (const place of placesOf(start, start.steps, types)) {
          const { definition } = move(start, id, place)
          expect(definition.steps.map((one) => one.id).sort()).toEqual(
            start.steps.map((one) => one.id).sort(),
          )
          // Each stands after all that it waits for.
          const order = readingOrder(definition).map((one) => one.id)
          for (const one of definition.steps)
            for (const edge of one.after)
              expect(order.indexOf(edge.step)).toBeLessThan(order.indexOf(one.id))
        }
      }
    }
  })
})
