import type { Definition } from '#lib/domain/workflow/definition'
import { graph } from '../samples/graph.ts'

/**
 * One kind of run: its graph, and how it must end for `start.n`. An end of `failed` is as right as
 * any, where it is what the graph says.
 */
export type Workload = {
  definition: Definition
  status: 'completed' | 'failed'
  output?: (n: number) => Record<string, unknown>
  /**
   * What a run needs besides a number: an async result in `start.asyncResultId`, or a connection
   * with limits in `start.connectionId`.
   */ needs?: 'result' | 'connection'
  /** People pause and resume it all the time. */ paused?: true
}

/** How many runs of `queued` may be under way at once. */
export const runsAtOnce = 3

const n = { $: 'start.n' }
const of = (step: string, path = ''): { $: string } => ({ $: `steps.${step}.output${path}` })
const book = (value: unknown = n, more = {}) => ({ type: 'book', config: { value, ...more } })
const charge = (value: unknown = n, more = {}) => ({ type: 'charge', config: { value, ...more } })
/** The author allows a repeat, so nobody is asked about it. */
const order = (value: unknown = n, more = {}) => ({
  type: 'order',
  config: { value, ...more },
  retry: { maxAttempts: 100, delaySeconds: 0, factor: 1, maxDelaySeconds: 1 },
})
const slow = { slowMs: { $: 'start.slowMs' } }
/**
 * A screen whose hook changes what the person sends, and refuses or breaks at what the person of
 * `person.ts` sends first.
 */
const hooked = (hook: string) => ({
  type: 'screen',
  config: { title: 'Twice' },
  before_complete:
    `export default ({ output, start }) => {\n  ${hook}\n  return { decision: ` +
    "output.decision + ' ' + start.n }\n}\n",
})

/** By name; `parent` runs `inner` as its child. */
export const workloads: Record<string, Workload> = {
  chain: {
    definition: graph('a -> b -> book -> c -> charge -> d', {
      a: { config: { value: { $: 'start.n + 1' } } },
      b: { type: 'transform', config: { value: { $: 'steps.a.output * 2' } } },
      book: book(of('b'), slow),
      c: { config: { value: of('book', '.value') } },
      charge: charge(of('c'), slow),
      d: { config: { value: of('charge', '.value') } },
    }),
    status: 'completed',
    output: (given) => ({ d: (given + 1) * 2 }),
  },
  computed: {
    definition: graph('a -> b -true-> c -> end\nb -false-> d -> end', {
      a: { type: 'transform', config: { value: { $: 'start.n * 2' } } },
      b: { type: 'condition', config: { when: { $: 'steps.a.output > 1000' } } },
      c: { type: 'transform', config: { value: 'large' } },
      d: { type: 'transform', config: { value: 'small' } },
      end: {
        type: 'transform',
        config: {
          value: {
            n: of('a'),
            size: { $: 'steps.b.output.result ? steps.c.output : steps.d.output' },
          },
        },
      },
    }),
    status: 'completed',
    output: (given) => ({ end: { n: given * 2, size: given * 2 > 1000 ? 'large' : 'small' } }),
  },
  effects: {
    definition: graph('a -> b -> c -> d -> e -> f -> end', {
      a: charge(n, slow),
      b: charge(),
      c: book(n, slow),
      d: book(),
      e: charge(),
      f: book(),
      end: { config: { value: of('f', '.value') } },
    }),
    status: 'completed',
    output: (given) => ({ end: given }),
  },
  allowed: {
    definition: graph('a -> b -> c -> end', {
      a: order(n, slow),
      b: order(of('a', '.value')),
      c: order(n, slow),
      end: { config: { value: of('b', '.value') } },
    }),
    status: 'completed',
    output: (given) => ({ end: given }),
  },
  fanOut: {
    definition: graph('loop -each-> twice -> book\nloop -done-> end', {
      loop: { type: 'for-each', config: { items: { $: '[1..60]' }, concurrency: 12 } },
      twice: { config: { value: { $: 'item * 2' } } },
      book: book(of('twice')),
      end: { config: { value: { $: '$sum(steps.loop.output.results.value)' } } },
    }),
    status: 'completed',
    output: () => ({ end: 60 * 61 }),
  },
  timers: {
    definition: graph('a -> short -> charge -> longer -> end', {
      short: { type: 'wait', config: { seconds: 1 } },
      charge: charge(n, slow),
      longer: { type: 'wait', config: { seconds: { $: '2 + start.n % 4' } } },
      end: { config: { value: n } },
    }),
    status: 'completed',
    output: (given) => ({ end: given }),
  },
  screen: {
    definition: graph('ask -> charge -> end', {
      ask: { type: 'screen', config: { title: 'Review' } },
      charge: charge(n, slow),
      end: { config: { value: of('ask', '.decision') } },
    }),
    status: 'completed',
    output: () => ({ end: 'approved' }),
  },
  code: {
    definition: graph('code -> charge -> end', {
      code: {
        type: 'code',
        config: {
          source:
            'export default async ({ start }) => ({ sum: [1, 2, 3].reduce((sum, each) => sum + ' +
            'each, start.n) })\n',
        },
      },
      charge: charge(of('code', '.sum')),
      end: { config: { value: of('charge', '.value') } },
    }),
    status: 'completed',
    output: (given) => ({ end: given + 6 }),
  },
  hook: {
    definition: graph('ask -> charge -> end', {
      ask: hooked("if (output.decision === 'hasty') throw new ApiError(422, 'Look again.')"),
      charge: charge(n, slow),
      end: { config: { value: of('ask', '.decision') } },
    }),
    status: 'completed',
    output: (given) => ({ end: `approved ${given}` }),
  },
  brokenHook: {
    definition: graph('ask -> end', {
      ask: hooked("if (output.decision === 'hasty') throw new Error('broken')"),
      end: { config: { value: of('ask', '.decision') } },
    }),
    status: 'completed',
    output: (given) => ({ end: `approved ${given}` }),
  },
  wide: {
    definition: graph('loop -each-> look -pay-> charge\nloop -done-> end', {
      loop: { type: 'for-each', config: { items: { $: '[1..200]' } } },
      look: { config: { value: { $: 'item' }, via: { $: 'item % 20 = 0 ? "pay" : "pass"' } } },
      charge: charge(of('look')),
      end: { config: { value: { $: 'steps.loop.output.total' } } },
    }),
    status: 'completed',
    output: () => ({ end: 200 }),
  },
  stopped: {
    definition: graph('loop -each-> charge -> rest', {
      loop: { type: 'for-each', config: { items: { $: '[1..120]' } } },
      charge: charge({ $: 'item' }, { refuse: { $: 'item = 7 ? 1000000 : 0' } }),
      rest: { type: 'wait', config: { seconds: 86_400 } },
    }),
    status: 'failed',
  },
  limited: {
    definition: graph('a -> book -> end', {
      book: book(n, { ...slow, connection: { $: 'start.connectionId' } }),
      end: { config: { value: of('book', '.value') } },
    }),
    status: 'completed',
    output: (given) => ({ end: given }),
    needs: 'connection',
  },
  queued: {
    definition: graph(
      'book -> charge -> end',
      { book: book(n, slow), charge: charge(), end: { config: { value: of('charge', '.value') } } },
      { settings: { concurrency: { limit: runsAtOnce, whenFull: 'queue' } } },
    ),
    status: 'completed',
    output: (given) => ({ end: given }),
  },
  paused: {
    definition: graph('a -> book -> wait -> charge -> end', {
      book: book(n, slow),
      wait: { type: 'wait', config: { seconds: 1 } },
      charge: charge(n, slow),
      end: { config: { value: of('charge', '.value') } },
    }),
    status: 'completed',
    output: (given) => ({ end: given }),
    paused: true,
  },
  inner: {
    definition: graph('book -> charge', {
      book: book(n, slow),
      charge: charge(of('book', '.value')),
    }),
    status: 'completed',
  },
  parent: {
    definition: graph('a -> child -> charge -> end', {
      child: {
        type: 'sub-workflow',
        config: { workflow: 'inner', startData: { n, slowMs: { $: 'start.slowMs' } } },
      },
      charge: charge(),
      end: { config: { value: of('child', '.charge.value') } },
    }),
    status: 'completed',
    output: (given) => ({ end: given }),
  },
  flaky: {
    definition: graph('book -> charge -> end\ncharge -!continue-> mend', {
      book: book(n, { refuse: 2 }),
      charge: charge(n, { refuse: 1e6 }),
      mend: { config: { value: { mended: true } } },
      end: { config: { value: of('charge', '.mended') } },
    }),
    status: 'completed',
    output: () => ({ end: true }),
  },
  failing: {
    definition: graph(
      'a -> charge -> end',
      { charge: charge(n, { refuse: 1e6 }) },
      { settings: { failureEmails: ['ward@example.com'] } },
    ),
    status: 'failed',
  },
  diamond: {
    definition: graph(
      'a -> charge -> join\na -> book -> join\na -> wait -> join\na -> odd -> left -> join\n' +
        'odd -right-> never -> join',
      {
        charge: charge(n, slow),
        book: book(n, slow),
        wait: { type: 'wait', config: { seconds: 2 } },
        odd: { config: { via: 'left' } },
        never: charge(),
        join: { config: { value: { $: 'steps.charge.output.value + steps.book.output.value' } } },
      },
    ),
    status: 'completed',
    output: (given) => ({ join: given * 2 }),
  },
  result: {
    definition: graph('a -> wait -> charge -> end', {
      wait: { type: 'wait-for-result', config: { asyncResultId: { $: 'start.asyncResultId' } } },
      charge: charge(),
      end: { config: { value: of('wait') } },
    }),
    status: 'completed',
    output: () => ({ end: 'slept' }),
    needs: 'result',
  },
}
