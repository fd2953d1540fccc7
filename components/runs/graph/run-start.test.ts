import { expect, it } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import { runGraph } from './run-graph-model.ts'
import { runStart } from './run-start.ts'

const step = (id: string, x: number, after: Definition['steps'][number]['after'] = []) => ({
  id,
  type: 'transform',
  title: id,
  after,
  config: {},
  position: { x, y: 100 },
})
const definition: Definition = {
  startData: {},
  settings: {},
  steps: [step('a', 0), step('b', 400), step('later', 0, [{ step: 'a' }])],
}
const { nodes } = runGraph(definition, { tasks: [], children: [], loop: null })
const beginning = { trigger: 'fax', createdAt: '2026-11-24T10:00:00Z', loop: null } as const

it('says above the first steps what started the run', () => {
  const start = runStart(definition, nodes, beginning)
  expect(start.nodes).toMatchObject([{ title: 'Started by a fax', x: 200, y: -20 }])
  expect(start.edges.map(({ to }) => to)).toEqual(['a', 'b'])
})

it('is not drawn for the run of a loop’s items', () => {
  const loop = { stepId: 'a', from: 0, items: 3 }
  expect(runStart(definition, nodes, { ...beginning, loop }).nodes).toEqual([])
})
