import { describe, expect, it } from 'vitest'
import type { WorkflowStarts } from '#lib/contracts/workflows/workflow-starts'
import { emptyDefinition, type Step } from '#lib/domain/workflow/definition'
import { createNodeCache } from '../graph-adapter.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { firstSteps } from './first-steps.ts'
import { lineOfEdge } from './line-of-edge.ts'
import { entryBox, startBox, startId } from './start-box.ts'
import { startsOf } from './starts-of.ts'

const now = Date.parse('2026-11-24T10:00:00Z')
const live = {
  formPublic: false,
  formClosed: false,
  formClosesAt: null,
  paused: null,
  published: { id: 'v', number: 1, publishedAt: '', publishedBy: null },
}
const none: WorkflowStarts = {
  schedules: [],
  mail: null,
  webhook: null,
  faxLines: [],
  usedBy: [],
  usedByOthers: 0,
}
const schedule = (id: string, over: Partial<WorkflowStarts['schedules'][number]> = {}) => ({
  id,
  name: id,
  timeZone: 'America/Chicago',
  paused: false,
  nextAt: '2026-11-25T13:00:00Z',
  problem: null,
  ...over,
})
const words = (...given: Parameters<typeof startsOf>) =>
  startsOf(...given).map(({ title, note, isOn }) => `${isOn ? '+' : '-'} ${title}: ${note}`)

describe('what starts a workflow', () => {
  it('is its form, people and systems, as soon as it is published', () => {
    expect(words({ ...live, published: null }, none, now)).toEqual([
      '- Form: not live yet',
      '- By hand and API: not live yet',
    ])
    expect(words(live, undefined, now)).toEqual(['+ Form: for members', '+ By hand and API: '])
  })

  it('says whether the form is shared, or closed since', () => {
    const shared = { ...live, formPublic: true }
    expect(words(shared, none, now)[0]).toBe('+ Form: shared by a link')
    const over = { ...shared, formClosesAt: '2026-11-24T09:00:00Z' }
    expect(words(over, none, now)[0]).toBe('+ Form: shared link is closed')
    expect(words({ ...shared, formClosed: true }, none, now)[0]).toContain('closed')
  })

  it('says when a schedule starts it next, in the zone of the schedule', () => {
    const schedules = [schedule('Morning'), schedule('Old', { paused: true, nextAt: null })]
    const [morning, old] = words(live, { ...none, schedules }, now).slice(2)
    expect(morning).toMatch(/^\+ Morning: next Wed,? 07:00/)
    expect(old).toBe('- Old: paused')
  })

  it('marks what is on and does not work', () => {
    const starts = {
      ...none,
      schedules: [schedule('a', { problem: 'The form needs a name.' })],
      mail: { enabled: true, receiving: false },
    }
    expect(startsOf(live, starts, now).map(({ fails }) => fails)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('names who calls its webhook', () => {
    const webhook = { name: 'Intake vendor', enabled: true }
    expect(words(live, { ...none, webhook }, now)).toContain('+ Intake vendor: by webhook')
    const off = { ...none, webhook: { ...webhook, enabled: false } }
    expect(words(live, off, now)).toContain('- Intake vendor: off')
  })

  it('puts many schedules and workflows into one line each', () => {
    const schedules = ['a', 'b', 'c', 'd'].map((id) => schedule(id))
    const usedBy = ['a', 'b', 'c', 'd'].map((id) => ({
      id,
      name: `Parent ${id}`,
      published: true,
      draft: true,
      steps: [{ id: 'it', title: 'It' }],
    }))
    const starts = startsOf(live, { ...none, schedules, usedBy, usedByOthers: 2 }, now)
    expect(starts.map(({ title }) => title).slice(2)).toEqual([
      '4 schedules',
      'Parent a',
      'Parent b',
      'Parent c',
      '3 more workflows',
    ])
    expect(starts[3]?.opens).toEqual({ href: '/workflows/a?step=it' })
  })

  it('is all off while the workflow is paused', () => {
    const paused = { ...live, paused: { at: '', by: null } }
    const starts = { ...none, schedules: [schedule('a')], mail: { enabled: true, receiving: true } }
    expect(startsOf(paused, starts, now).every(({ isOn }) => !isOn)).toBe(true)
  })
})

const step = (id: string, x: number, over: Partial<Step> = {}): Step => ({
  id,
  type: 'transform',
  title: id,
  after: [],
  config: {},
  position: { x, y: 80 },
  ...over,
})

describe('the box of what starts a workflow', () => {
  const steps = [
    step('left', 0, { on_failure: { step: 'handler', then: 'fail' } }),
    step('right', 400),
    step('later', 800, { after: [{ step: 'left' }] }),
    step('handler', 1200, { position: { x: 1200, y: 0 } }),
  ]
  const definition = { ...emptyDefinition, steps }
  const nodes = createNodeCache()({
    definition,
    types: new Map(),
    positions: positionsOf(definition, new Map()),
    selection: new Set(),
    problems: new Map(),
  })

  it('leads to the steps with which a run begins', () => {
    expect(firstSteps(steps).map(({ id }) => id)).toEqual(['left', 'right'])
    const { edges } = startBox(steps, nodes, 2)
    expect(edges.map(({ source, target }) => [source, target])).toEqual([
      [startId, 'left'],
      [startId, 'right'],
    ])
  })

  it('has lines that take a step, as connections do', () => {
    const [line] = startBox(steps, nodes, 2).edges
    expect(lineOfEdge(line?.id ?? '', definition, undefined)).toEqual({ kind: 'start', to: 'left' })
    expect(lineOfEdge('after:left::later', definition, undefined)).toMatchObject({ from: 'left' })
    expect(lineOfEdge('failure:left::handler', definition, undefined)).toBeUndefined()
    expect(lineOfEdge(`${startId}:@group:one`, definition, undefined)).toBeUndefined()
  })

  it('has, in the level of a loop, lines that are the connections by which it begins', () => {
    const looped = [step('loop', 0, { type: 'for-each' }), step('body', 0)]
    const edge = { step: 'loop', via: 'each' }
    const inLoop = looped.map((one) => (one.id === 'body' ? { ...one, after: [edge] } : one))
    const [body] = nodes.map((node) => ({ ...node, id: 'body' }))
    const boxes = body ? [body] : []
    const [line] = entryBox(inLoop, boxes, 'loop', new Map()).edges
    const withLoop = { ...emptyDefinition, steps: inLoop }
    expect(lineOfEdge(line?.id ?? '', withLoop, 'loop')).toEqual({
      kind: 'after',
      from: 'loop',
      to: 'body',
      via: 'each',
    })
  })

  it('stands above all steps, and grows upwards with its lines', () => {
    const [two] = startBox(steps, nodes, 2).nodes
    const [five] = startBox(steps, nodes, 5).nodes
    const foot = (box: typeof two) => (box?.position.y ?? 0) + (box?.height ?? 0)
    expect(foot(two)).toBeLessThan(-40)
    expect(foot(two)).toBe(foot(five))
    expect(two?.position.x).toBe(200 + (232 - 272) / 2)
  })

  it('is not drawn where there are no steps', () => {
    expect(startBox([], [], 2)).toEqual({ nodes: [], edges: [] })
  })
})
