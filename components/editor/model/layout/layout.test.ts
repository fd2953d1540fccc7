import { createRequire } from 'node:module'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import { layered, layoutInput, type LayoutInput, type Positions } from './layout.ts'
import { createLayouts } from './tidy.ts'
import { branchShare, gap, groupSpace, heightOf, widthOf } from './sizes.ts'

/** The worker of elkjs in this process: there it has the same methods. */
const elkWorker = (): Worker => {
  const { Worker: InProcess } = createRequire(import.meta.url)('elkjs/lib/elk-worker.min.js') as {
    Worker: new () => Worker
  }
  return Object.assign(new InProcess(), { terminate: () => undefined })
}

const { tidy } = createLayouts(elkWorker, 0)

const branches: Record<string, string[]> = {
  condition: ['true', 'false'],
  switch: ['a', 'b', 'c', 'other'],
  'for-each': ['each', 'done'],
}
const step = (id: string, type: string, after: Step['after'] = []): Step => ({
  id,
  type,
  title: id,
  after,
  config: {},
})
const inputOf = (definition: Definition): LayoutInput => {
  const byId = new Map(definition.steps.map((one) => [one.id, one]))
  return layoutInput(definition, (id) => branches[byId.get(id)?.type ?? ''] ?? [])
}

/** The same numbers between 0 and 1 for the same seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** A workflow as people build them: chains, branches that meet again or end, loops, handlers. */
function generated(count: number, seed: number): Definition {
  const random = numbers(seed)
  const steps: Step[] = []
  let open: Step['after'] = []
  const kinds = ['condition', 'transform', 'transform', 'for-each', 'transform', 'switch', 'mail']
  while (steps.length < count) {
    const type = kinds[Math.floor(random() * kinds.length)] ?? 'mail'
    const id = `s${steps.length}`
    const taken = open.splice(Math.max(0, open.length - 1 - Math.floor(random() * 2)), 1)
    // Branches of one step meet again, those of loops go on by “done”.
    const last = open.at(-1)
    if (last && last.via !== 'each' && taken[0]?.step === last.step && random() < 0.5)
      taken.push(...open.splice(-1))
    const one = step(id, type, taken)
    steps.push(one)
    open.push(...(branches[type]?.map((via) => ({ step: id, via })) ?? [{ step: id }]))
    if (random() < 0.08) {
      steps.push(step(`${id}_failed`, 'mail'))
      one.on_failure = { step: `${id}_failed`, then: 'fail' }
    }
    open = open.slice(-12)
  }
  return { ...emptyDefinition, steps }
}

const boxesOf = (input: LayoutInput, places: Positions) =>
  input.steps.map(({ id, width, height }) => ({ ...(places[id] ?? { x: 0, y: 0 }), width, height }))

function overlapping(input: LayoutInput, places: Positions): number {
  const boxes = boxesOf(input, places)
  return boxes.reduce(
    (sum, one, index) =>
      sum +
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height,
        ).length,
    0,
  )
}

type Line = { from: string; to: string; x1: number; y1: number; x2: number; y2: number }

function linesOf(input: LayoutInput, places: Positions): Line[] {
  const byId = new Map(input.steps.map((one) => [one.id, one]))
  return input.links
    .filter(({ failure }) => !failure)
    .flatMap(({ from, to, branch }) => {
      const source = byId.get(from)
      const target = byId.get(to)
      const start = places[from]
      const end = places[to]
      if (!source || !target || !start || !end) return []
      const share = branchShare(branch, Math.max(1, source.branches))
      return {
        from,
        to,
        x1: start.x + source.width * share,
        y1: start.y + source.height,
        x2: end.x + target.width / 2,
        y2: end.y,
      }
    })
}

const side = (line: Line, x: number, y: number): number =>
  Math.sign((line.x2 - line.x1) * (y - line.y1) - (line.y2 - line.y1) * (x - line.x1))

function crossings(input: LayoutInput, places: Positions): number {
  const lines = linesOf(input, places)
  return lines.reduce(
    (sum, one, index) =>
      sum +
      lines
        .slice(index + 1)
        .filter(
          (other) =>
            one.from !== other.from &&
            one.to !== other.to &&
            side(one, other.x1, other.y1) * side(one, other.x2, other.y2) < 0 &&
            side(other, one.x1, one.y1) * side(other, one.x2, one.y2) < 0,
        ).length,
    0,
  )
}

/** Neighbouring branches whose steps lie in the other order. */
function swapped(input: LayoutInput, places: Positions): number {
  const lines = linesOf(input, places)
  return lines.filter((one) =>
    lines.some((other) => one.from === other.from && one.x1 < other.x1 && one.x2 > other.x2),
  ).length
}

const decision: Definition = {
  ...emptyDefinition,
  steps: [
    // The steps of the branches are listed in the other order than the branches.
    step('ask', 'condition'),
    step('no', 'mail', [{ step: 'ask', via: 'false' }]),
    step('yes', 'mail', [{ step: 'ask', via: 'true' }]),
    step('loop', 'for-each', [{ step: 'no' }, { step: 'yes' }]),
    step('after', 'mail', [{ step: 'loop', via: 'done' }]),
    step('body', 'transform', [{ step: 'loop', via: 'each' }]),
    step('body_two', 'transform', [{ step: 'body' }]),
    { ...step('risky', 'mail', [{ step: 'after' }]), on_failure: { step: 'help', then: 'fail' } },
    step('help', 'mail'),
  ],
}

describe.each([
  ['placed at once', (input: LayoutInput) => Promise.resolve(layered(input))],
  ['tidied up', tidy],
])('a workflow %s', (_name, layout) => {
  it('has its branches in order, a loop’s body beside what follows, a handler aside', async () => {
    const input = inputOf(decision)
    const places = await layout(input)
    const at = (id: string) => places[id] ?? { x: NaN, y: NaN }
    expect(at('yes').x).toBeLessThan(at('no').x)
    expect(at('loop').y).toBeGreaterThan(at('no').y)
    expect(at('body').x + widthOf(0)).toBeLessThan(at('after').x)
    expect(at('body_two').y - at('body').y).toBeGreaterThanOrEqual(heightOf(0) + gap.y)
    expect(at('help').y).toBeGreaterThan(at('risky').y)
    expect([overlapping(input, places), crossings(input, places)]).toEqual([0, 0])
  })

  it('is the same each time, and finite while the draft has a circle', async () => {
    const circle = {
      ...emptyDefinition,
      steps: [
        step('a', 'mail', [{ step: 'c' }]),
        step('b', 'mail', [{ step: 'a' }]),
        step('c', 'mail', [{ step: 'b' }, { step: 'c' }]),
      ],
    }
    const input = inputOf(circle)
    const places = await layout(input)
    expect(Object.values(places).every(({ x, y }) => Number.isFinite(x + y))).toBe(true)
    expect(await layout(input)).toEqual(places)
  })

  it('lays no step on another in generated workflows', async () => {
    for (const seed of [1, 2, 3]) {
      const input = inputOf(generated(60, seed))
      expect(overlapping(input, await layout(input))).toBe(0)
    }
  })
})

it('crosses few lines and swaps few branches in generated workflows', async () => {
  const input = inputOf(generated(100, 7))
  const places = await tidy(input)
  expect(crossings(input, places)).toBeLessThanOrEqual(12)
  expect(swapped(input, places)).toBeLessThanOrEqual(6)
})

it('keeps everything out of the frame of a loop that the loop does not repeat', async () => {
  const input = inputOf(generated(80, 5))
  const places = await tidy(input)
  const loops = new Set(input.steps.flatMap(({ inside }) => inside ?? []))
  expect(loops.size).toBeGreaterThan(2)
  const holders = (id: string | undefined): string[] => {
    const inside = input.steps.find((one) => one.id === id)?.inside
    return inside === undefined ? [] : [inside, ...holders(inside)]
  }
  for (const loop of loops) {
    const boxes = boxesOf(
      { ...input, steps: input.steps.filter(({ id }) => holders(id).includes(loop)) },
      places,
    )
    const left = Math.min(...boxes.map(({ x }) => x))
    const right = Math.max(...boxes.map(({ x, width }) => x + width))
    const top = Math.min(...boxes.map(({ y }) => y))
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
    const others = input.steps.filter(({ id }) => !holders(id).includes(loop))
    const within = others.filter(({ id, branches: count }) => {
      const { x, y } = places[id] ?? { x: 0, y: 0 }
      return x < right && x + widthOf(count) > left && y < bottom && y + heightOf(count) > top
    })
    expect(within.map(({ id }) => id)).toEqual([])
  }
})

type Frame = { left: number; right: number; top: number; bottom: number }

function frameOf(ids: readonly string[], input: LayoutInput, places: Positions): Frame {
  const boxes = boxesOf(
    { ...input, steps: input.steps.filter(({ id }) => ids.includes(id)) },
    places,
  )
  return {
    left: Math.min(...boxes.map(({ x }) => x)) - groupSpace.side,
    right: Math.max(...boxes.map(({ x, width }) => x + width)) + groupSpace.side,
    top: Math.min(...boxes.map(({ y }) => y)) - groupSpace.top,
    bottom: Math.max(...boxes.map(({ y, height }) => y + height)) + groupSpace.bottom,
  }
}

/** The steps of others that lie in the frame of a group. */
function strangersIn(ids: readonly string[], input: LayoutInput, places: Positions): string[] {
  const { left, right, top, bottom } = frameOf(ids, input, places)
  return input.steps.flatMap(({ id, width, height }) => {
    const { x, y } = places[id] ?? { x: 0, y: 0 }
    const isWithin = x < right && x + width > left && y < bottom && y + height > top
    return isWithin && !ids.includes(id) ? [id] : []
  })
}

const grouped = (definition: Definition, groups: Record<string, string[]>): Definition => ({
  ...definition,
  groups: Object.fromEntries(
    Object.keys(groups).map((id) => [id, { name: id, colour: 'blue' as const }]),
  ),
  steps: definition.steps.map((one) => {
    const group = Object.keys(groups).find((id) => groups[id]?.includes(one.id))
    return group === undefined ? one : { ...one, group }
  }),
})

describe('groups that are tidied up', () => {
  it('hold their own steps together, and no others', async () => {
    const groups = {
      first: ['ask', 'yes'],
      repeated: ['body', 'body_two'],
      end: ['after', 'risky', 'help'],
    }
    const input = inputOf(grouped(decision, groups))
    const places = await tidy(input)
    for (const ids of Object.values(groups)) expect(strangersIn(ids, input, places)).toEqual([])
    expect(overlapping(input, places)).toBe(0)
  })

  it('hold a loop with all that it repeats', async () => {
    const groups = { all: ['loop', 'body', 'body_two'] }
    const input = inputOf(grouped(decision, groups))
    const places = await tidy(input)
    expect(strangersIn(groups.all, input, places)).toEqual([])
  })

  it('lie apart from each other in generated workflows', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const definition = generated(80, seed)
      // Neighbours, as people group them, wherever they are: in loops, around loops, on branches.
      const groups = Object.fromEntries(
        [0, 1, 2, 3, 4, 5].map((at) => [
          `g${at}`,
          definition.steps.slice(at * 12, at * 12 + 6).map(({ id }) => id),
        ]),
      )
      const input = inputOf(grouped(definition, groups))
      const places = await tidy(input)
      expect(overlapping(input, places)).toBe(0)
      const inside = new Map(input.steps.map((one) => [one.id, one.inside]))
      for (const ids of Object.values(groups)) {
        // What a loop repeats stays with the steps that it repeats, also where these are others.
        const loops = new Set(ids.map((id) => inside.get(id)))
        if (loops.size > 1 || ids.some((id) => [...inside.values()].includes(id))) continue
        expect(strangersIn(ids, input, places)).toEqual([])
      }
    }
  })
})

it('says that a layout failed when its worker does', async () => {
  const broken = () => {
    const worker = {
      postMessage: () => queueMicrotask(() => worker.onerror?.()),
      terminate: () => undefined,
      onerror: undefined as (() => void) | undefined,
    }
    return worker as unknown as Worker
  }
  const layouts = createLayouts(broken)
  await expect(layouts.tidy(inputOf(decision))).rejects.toThrow('The layout failed.')
})

describe('the worker of the layouts', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** How many workers were started, and how many of them have ended. */
  const counting = (create: () => Worker) => {
    const counts = { started: 0, ended: 0 }
    const createWorker = () => {
      counts.started += 1
      const terminate = (): void => {
        counts.ended += 1
      }
      return Object.assign(create(), { terminate })
    }
    return { counts, layouts: createLayouts(createWorker, 1000) }
  }

  it('serves one layout after the other, and ends when nobody tidies up any more', async () => {
    const { counts, layouts } = counting(elkWorker)
    layouts.warmUp()
    const laidOut = async (steps: number) => {
      const places = layouts.tidy(inputOf(generated(steps, 1)))
      // ELK answers its own worker by timers.
      await vi.advanceTimersByTimeAsync(10)
      return Object.keys(await places).length
    }
    expect(await laidOut(10)).toBeGreaterThanOrEqual(10)
    expect(await laidOut(20)).toBeGreaterThanOrEqual(20)
    expect(counts).toEqual({ started: 1, ended: 0 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(counts).toEqual({ started: 1, ended: 1 })
    expect(await laidOut(10)).toBeGreaterThanOrEqual(10)
    expect(counts).toEqual({ started: 2, ended: 1 })
  })

  it('does not lay out again what has not changed', async () => {
    const { counts, layouts } = counting(elkWorker)
    const ahead = layouts.tidy(inputOf(decision))
    const meanwhile = layouts.tidy(inputOf(decision))
    await vi.advanceTimersByTimeAsync(10)
    const places = await ahead
    expect(await meanwhile).toBe(places)
    await vi.advanceTimersByTimeAsync(1000)
    expect(counts).toEqual({ started: 1, ended: 1 })
    expect(await layouts.tidy(inputOf(decision))).toBe(places)
    expect(counts.started).toBe(1)
  })

  it('stays for who holds it', async () => {
    const { counts, layouts } = counting(elkWorker)
    const release = layouts.hold()
    const laidOut = layouts.tidy(inputOf(decision))
    await vi.advanceTimersByTimeAsync(10)
    await laidOut
    await vi.advanceTimersByTimeAsync(5000)
    expect(counts).toEqual({ started: 1, ended: 0 })
    release()
    await vi.advanceTimersByTimeAsync(1000)
    expect(counts).toEqual({ started: 1, ended: 1 })
  })

  it('is a new one after a failure', async () => {
    const mute = () => {
      const worker = { postMessage: () => queueMicrotask(() => worker.onerror()), onerror() {} }
      return worker as unknown as Worker
    }
    const { counts, layouts } = counting(mute)
    await expect(layouts.tidy(inputOf(decision))).rejects.toThrow('The layout failed.')
    expect(counts).toEqual({ started: 1, ended: 1 })
    await expect(layouts.tidy(inputOf(decision))).rejects.toThrow('The layout failed.')
    expect(counts).toEqual({ started: 2, ended: 2 })
  })
})
