import { median, ratios } from '../support/in-turns.ts'
import { round } from '../support/report.ts'
import type { Measured, Plan, Round } from './measure.ts'
import { workloads, type WorkloadName } from './workloads.ts'

type Engine = { name: string; title: string; rounds: Round[] }

export type Measurements = {
  at: string
  machine: { cpus: number; memoryGb: number; node: string; load1Before: number }
  plan: Plan
  /** Engines that could not be measured, and why. */
  missing: { name: string; why: string }[]
  /** `rounds` in the order of time. */
  engines: Engine[]
}

type Row = { workload: WorkloadName; connections: number }

const line = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`

const table = (head: string[], rows: (string | number)[][]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')

/** One figure of an engine in each round. */
function figures(engine: Engine, row: Row, of: (one: Measured) => number | undefined): number[] {
  return engine.rounds.flatMap(({ measured }) => {
    const found = measured.find(
      (one) => one.workload === row.workload && one.connections === row.connections,
    )
    const figure = found && of(found)
    return figure === undefined ? [] : [figure]
  })
}

/** Three digits, which is more than is certain. */
const short = (number: number): string => String(Number(number.toPrecision(3)))

const medianOf = (numbers: number[]): string =>
  numbers.length === 0 ? '–' : short(median(numbers))

const title = ({ workload, connections }: Row): (string | number)[] => [
  workloads[workload].title,
  connections,
]

/**
 * How many times as fast as the better of the others the first engine is: the median of the rounds,
 * and the smallest and largest of them.
 */
function ratioCell([first, ...others]: Engine[], row: Row): string {
  const own = first ? figures(first, row, ({ perSecond }) => perSecond) : []
  const theirs = others.map((other) => figures(other, row, ({ perSecond }) => perSecond))
  const best = own.map((_, index) => Math.max(...theirs.map((each) => each[index] ?? 0)))
  const all = ratios(own, best)
  const range = own.length > 1 ? ` (${Math.min(...all.rounds)}–${Math.max(...all.rounds)})` : ''
  return `${all.median}${range}`
}

function rates(engines: Engine[], rows: Row[]): string {
  const isCompared = engines.length > 1
  const head = ['workload', 'connections', ...engines.map(({ title: name }) => name)]
  const more = isCompared ? [`${engines[0]?.name} ÷ the best other`] : []
  return table(
    [...head, ...more],
    rows.map((row) => [
      ...title(row),
      ...engines.map((engine) => {
        const rate = medianOf(figures(engine, row, ({ perSecond }) => perSecond))
        const p50 = medianOf(figures(engine, row, ({ p50Ms }) => p50Ms))
        const p99 = medianOf(figures(engine, row, ({ p99Ms }) => p99Ms))
        return `${rate}/s · ${p50} / ${p99} ms`
      }),
      ...(isCompared ? [ratioCell(engines, row)] : []),
    ]),
  )
}

function costs(engines: Engine[], rows: Row[]): string {
  return table(
    ['workload', 'connections', ...engines.map(({ title: name }) => name)],
    rows.map((row) => [
      ...title(row),
      ...engines.map((engine) => {
        const own = medianOf(figures(engine, row, ({ engineCpuMs }) => engineCpuMs))
        const database = medianOf(figures(engine, row, ({ databaseCpuMs }) => databaseCpuMs))
        const log = medianOf(figures(engine, row, ({ logKb }) => logKb))
        return `${own} + ${database} ms · ${log} KB`
      }),
    ]),
  )
}

function standings(engines: Engine[]): string {
  const of = (engine: Engine, pick: (round: Round) => number | undefined): string =>
    medianOf(engine.rounds.map(pick).filter((figure) => figure !== undefined))
  const both = (
    engine: Engine,
    pick: (round: Round) => { engine: number; database: number } | undefined,
  ): string =>
    `${of(engine, (one) => pick(one)?.engine)} + ${of(engine, (one) => pick(one)?.database)}`
  const rows: [string, (engine: Engine) => string][] = [
    ['first start, on empty data, ms', (one) => of(one, ({ standing }) => standing.firstStartMs)],
    ['start again to the first answer, ms', (one) => of(one, ({ standing }) => standing.restartMs)],
    [
      'idle: CPU a second, engine + Postgres, ms',
      (one) => both(one, ({ standing }) => standing.idleCpuMs),
    ],
    [
      'idle: written to the log a second, KB',
      (one) => of(one, ({ standing }) => standing.idleLogKb),
    ],
    [
      'memory when fresh, engine + Postgres, MB',
      (one) => both(one, ({ standing }) => standing.memory.fresh),
    ],
    [
      'memory after the runs, engine + Postgres, MB',
      (one) => both(one, ({ standing }) => standing.memory.after),
    ],
    ['… after so many runs', (one) => of(one, ({ standing }) => standing.memory.runs)],
  ]
  return table(
    ['', ...engines.map(({ title: name }) => name)],
    rows.map(([name, cell]) => [name, ...engines.map(cell)]),
  )
}

/** The tables, in Markdown. */
export function reportOf({ at, machine, plan, missing, engines }: Measurements): string {
  const rows = plan.workloads.flatMap((workload) =>
    plan.connections
      .filter((connections) => connections <= workloads[workload].maxConnections)
      .map((connections) => ({ workload, connections })),
  )
  const { cpus, memoryGb, node, load1Before } = machine
  const took = `${engines[0]?.rounds.length ?? 0} rounds of ${round(plan.seconds)} s, medians`
  return [
    `# Peers, ${at}`,
    `${cpus} cores, ${memoryGb} GB, Node ${node}; load before: ${load1Before}. ${took}.`,
    ...missing.map(({ name, why }) => `${name} was not measured. ${why}`),
    '## Runs a second · p50 / p99 of a run',
    rates(engines, rows),
    '## A run: CPU of engine + Postgres · written to the log',
    costs(engines, rows),
    '## Apart from the workloads',
    standings(engines),
    '',
  ].join('\n\n')
}
