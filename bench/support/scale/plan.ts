import { readFileSync } from 'node:fs'
import path from 'node:path'
import { holds, meanCost, simulateDay, type Outcome, type RunCost } from './simulate.ts'

/** Figures of `bench/run-costs.ts` on the machine that bench/README.md names. */
const measured = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'costs.json'), 'utf8'),
) as Record<string, RunCost>

/** Assumed: half of what systems and people start only asks; one in twenty needs a decision. */
const mix = { check: 0.5, lookup: 0.3, intake: 0.15, case: 0.05 }

/** A billion runs a month of 22 days at work, in this many cells of the same size. */
const cells = 16
const runsADay = 1_000_000_000 / 22 / cells
const cell = { webCores: 2, workerCores: 2, postgresCores: 4, walMb: 100 }
const sizes = [8, 32, 128]

/** The busiest hour may use this much of a part: a failover's backlog needs the rest. */
export const mostUse = 0.6

export type Plan = {
  mix: typeof mix
  cost: RunCost
  /** What one cluster holds: runs a second at the busiest hour, and a month that fits below it. */
  clusters: { cores: number; perSecond: number; perMonth: number }[]
  cells: number
  cell: typeof cell
  runsADay: number
  /** An ordinary day; one with a batch at night; one whose primary is lost at the busiest hour. */
  days: Record<'ordinary' | 'batch' | 'failover', Outcome>
}

/** The plan of docs/scale.md, worked out from the measured costs. */
export function makePlan(costs: Record<string, RunCost> = measured): Plan {
  const cost = meanCost(costs, mix)
  const ordinary = simulateDay(costs, cell, { runs: runsADay, mix })
  const perMonth = (perSecond: number) => (perSecond / ordinary.peak) * runsADay * 22
  return {
    mix,
    cost,
    cells,
    cell,
    runsADay,
    clusters: sizes.map((cores) => {
      const perSecond = holds(cost, cores, mostUse)
      return { cores, perSecond, perMonth: perMonth(perSecond) }
    }),
    days: {
      ordinary,
      batch: simulateDay(costs, cell, {
        runs: runsADay,
        mix,
        batches: [{ hour: 2, runs: 50_000 }],
      }),
      failover: simulateDay(costs, cell, { runs: runsADay, mix, failoverSeconds: 30 }),
    },
  }
}

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The tables of docs/scale.md, in Markdown. */
export function tablesOf(plan: Plan, costs: Record<string, RunCost> = measured): string[] {
  const costRow = (name: string, cost: RunCost) => [
    name,
    ...[cost.webMs, cost.workerMs, cost.postgresMs, cost.commits, cost.walKb, cost.keptKb].map(
      (value) => number(value, 1),
    ),
  ]
  const dayRow = (name: string, day: Outcome) => [
    name,
    number(day.waitP50 * 1000),
    number(day.waitP99 * 1000),
    number(day.backlogSeconds),
  ]
  const { ordinary, batch, failover } = plan.days
  return [
    table(
      ['A run', 'web, ms', 'worker, ms', 'Postgres, ms', 'commits', 'log, KB', 'kept, KB'],
      [
        ...Object.entries(costs).map(([name, cost]) => costRow(`\`${name}\``, cost)),
        costRow('the mix', plan.cost),
      ],
    ),
    table(
      ['Cores of Postgres', 'runs a second at the busiest hour', 'runs a month, in millions'],
      plan.clusters.map(({ cores, perSecond, perMonth }) => [
        number(cores),
        number(perSecond),
        number(perMonth / 1_000_000),
      ]),
    ),
    table(
      ['One cell', 'at the busiest hour'],
      [
        ['runs a second', number(ordinary.peak)],
        ...Object.entries(ordinary.use).map(([part, use]) => [
          `${part}: in use`,
          `${number(use * 100)} %`,
        ]),
        ['kept a day', `${number(ordinary.keptGb)} GB`],
        ['log a day', `${number(ordinary.logGb)} GB`],
      ],
    ),
    table(
      ['A day', 'wait p50, ms', 'wait p99, ms', 'longest backlog, s'],
      [
        dayRow('ordinary', ordinary),
        dayRow('a batch of 50,000 at night', batch),
        dayRow('30 s without a primary', failover),
      ],
    ),
  ]
}
