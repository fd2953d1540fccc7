import { inARow } from '../../support/steps.ts'
import type { WorkloadName } from '../workloads.ts'

/**
 * The expression by which a step reads the one before, or the start data; `inside` is the place in
 * an output.
 */
const before = (index: number, previous: string, inside = ''): string =>
  index === 0 ? 'start.n' : `steps.${previous}.output${inside}.n`

const computed = (length: number): object[] =>
  inARow(length, (index, previous) => ({
    type: 'transform',
    config: { value: { $: `{ "n": ${before(index, previous)} + 1 }` } },
  }))

const code = (length: number): object[] =>
  inARow(length, (index, previous) => ({
    type: 'code',
    config: {
      source: `export default async ({ start, steps }) => ({ n: ${before(index, previous)} + 1 })\n`,
    },
  }))

const posts = (length: number, url: string): object[] =>
  inARow(length, (index, previous) => ({
    type: 'http-request',
    config: { method: 'POST', url, body: { n: { $: before(index, previous, '.body') } } },
  }))

const gets = (length: number, url: string): object[] =>
  inARow(length, (index, previous) => ({
    type: 'http-request',
    config: { method: 'GET', url: { $: `'${url}?n=' & ${before(index, previous, '.body')}` } },
  }))

const fanOut = (items: number): object[] => [
  {
    id: 'loop',
    type: 'for-each',
    title: 'Each item',
    config: { items: { $: `[0..${items - 1}]` } },
  },
  {
    id: 'item',
    type: 'transform',
    title: 'One item',
    after: [{ step: 'loop', via: 'each' }],
    config: { value: { $: '{ "n": item + start.n }' } },
  },
  {
    id: 'sum',
    type: 'transform',
    title: 'Sum',
    after: [{ step: 'loop', via: 'done' }],
    config: { value: { $: '{ "n": $sum(steps.loop.output.results.n) }' } },
  },
]

/** The steps of each workload as a person draws them, with a step's default settings. */
export function roundsWorkflows(
  calledOrigin: string,
  fanOutItems: number,
): Record<WorkloadName, object[]> {
  const url = `${calledOrigin}/add`
  return {
    'one-computed': computed(1),
    'forty-computed': computed(40),
    'one-post': posts(1, url),
    'five-posts': posts(5, url),
    'five-gets': gets(5, url),
    'ten-code': code(10),
    'fan-out': fanOut(fanOutItems),
  }
}
