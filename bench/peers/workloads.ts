/**
 * The workloads of every engine. Each run gets its own number, `n`, and must answer with `expected`
 * of it, so that a wrong, lost or exchanged answer is noticed.
 */
export type Workload = {
  title: string
  /** The answer of a run that was started with `n`. */
  expected: (n: number) => number
  /** The number of calls that one run makes to the called server. */
  calls: number
  /** More connections than this are not tried: a run is large. */
  maxConnections: number
}

/** The number of items of the fan-out. */
export const fanOutItems = 1000
const sumOfItems = (fanOutItems * (fanOutItems - 1)) / 2

/** `steps` steps, each of which adds one. */
const counting = (title: string, steps: number, calls: number): Workload => ({
  title,
  expected: (n) => n + steps,
  calls,
  maxConnections: Infinity,
})

export const workloads = {
  'one-computed': counting('one computed step', 1, 0),
  'forty-computed': counting('40 computed steps', 40, 0),
  'one-post': counting('one POST', 1, 1),
  'five-posts': counting('five POSTs in a row', 5, 5),
  'five-gets': counting('five GETs in a row', 5, 5),
  'ten-code': counting('ten code steps', 10, 0),
  'fan-out': {
    title: `fan-out of ${fanOutItems.toLocaleString('en-US')}`,
    expected: (n) => fanOutItems * n + sumOfItems,
    calls: 0,
    maxConnections: 1,
  },
} satisfies Record<string, Workload>

export type WorkloadName = keyof typeof workloads

export const workloadNames = Object.keys(workloads) as WorkloadName[]
