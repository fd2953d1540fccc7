import type { Definition } from '#lib/domain/workflow/definition'
import { transform } from '#test/harness/run-calls'
import { graph } from './graph.ts'

/**
 * Workflows that a start cannot run inline, by the reason, and their start data. They end by
 * themselves.
 */
export const notAhead: [name: string, definition: Definition, startData?: unknown][] = [
  [
    'what may change between start and turn',
    graph('a', { a: transform({ $: 'run.workflowName' }) }),
  ],
  [
    'an expression that can take long',
    graph('a', { a: transform({ $: '$sum(start.list)' }) }),
    { list: [1, 2] },
  ],
  [
    'a list on its path, which JSONata follows',
    graph('a', { a: transform({ $: 'start.list.x' }) }),
    { list: [{ x: 1 }, { x: 2 }] },
  ],
  [
    'an object as text, whose order Postgres decides',
    graph('a', { a: transform({ $: '"Got: " & start.of' }) }),
    { of: { name: 'Ada', id: 7 } },
  ],
  [
    'many expressions',
    graph('a', { a: transform(Array.from({ length: 300 }, () => ({ $: 'start.a.b' }))) }),
    { a: { b: 1 } },
  ],
  [
    'many values',
    graph('a -> b', {
      a: transform(Array.from({ length: 20 }, () => ({ $: 'start.a' }))),
      b: transform({ $: 'steps.a.output' }),
    }),
    { a: Array.from({ length: 1500 }, () => 0) },
  ],
  ['code', graph('a', { a: { type: 'code', config: { source: 'export default () => 1' } } })],
  [
    'something large',
    graph('a -> b', {
      a: transform({ $: 'start.text & start.text' }),
      b: transform({ $: 'steps.a.output & steps.a.output' }),
    }),
    { text: 'x'.repeat(3000) },
  ],
]
