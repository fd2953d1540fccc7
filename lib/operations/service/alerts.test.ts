import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb } from '#db/client'
import { serviceNumbers } from '#db/schema/service'
import { reportOnce } from '#lib/engine/worker/report-numbers'
import type { ServiceNumbers } from '#lib/engine/worker/report-numbers'
import { newId } from '#lib/ids'
import { useTestDatabase } from '#test/harness/test-database'
import { readMetrics } from './read-metrics.ts'

useTestDatabase()

const rules = readFileSync('docs/operations/alerts.yml', 'utf8')
/** The file has one rule a block, and each value in one line. */
const alerts = rules
  .split(/^ {6}- /m)
  .slice(1)
  .map((block) => ({
    name: /^alert: (\w+)$/m.exec(block)?.[1] ?? '',
    expr: /^ +expr: '(.+)'$/m.exec(block)?.[1] ?? '',
    duration: /^ +for: (\d+[smh])$/m.exec(block)?.[1],
    severity: /^ +severity: (page|ticket)$/m.exec(block)?.[1],
    runbook: /^ +runbook: (\S+)$/m.exec(block)?.[1],
  }))

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }
const dashboard = JSON.parse(readFileSync('docs/operations/dashboard.json', 'utf8')) as Dashboard

let known: Set<string>

beforeAll(async () => {
  await reportOnce(newId())
  const [row] = await engineDb().select().from(serviceNumbers)
  const numbers = row?.numbers as ServiceNumbers
  // The log of the database of the tests is not archived.
  if (!numbers.operation) throw new Error('not counted')
  numbers.operation.archive = { failing: false, archivedAt: null }
  await engineDb().update(serviceNumbers).set({ numbers })
  const text = await readMetrics()
  known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name ?? ''))
})

/** The metrics of an expression that the service does not have. */
const unknownIn = (expr: string): string[] =>
  [...expr.matchAll(/\brounds_\w+/g)]
    .map(([name]) => name)
    .filter((name) => !known.has(name) && !known.has(name.replace(/_(count|sum|bucket)$/, '')))

describe('an alert', () => {
  it.each(alerts)('$name names metrics that exist, and has its runbook', (alert) => {
    expect(alert.expr).toContain('rounds_')
    expect(unknownIn(alert.expr)).toEqual([])
    expect(alert).toMatchObject({
      duration: expect.any(String) as string,
      severity: expect.any(String) as string,
      runbook: `docs/runbooks/${alert.name}.md`,
    })
    const page = readFileSync(`docs/runbooks/${alert.name}.md`, 'utf8')
    // The page shows the condition as it is.
    expect(page).toContain(`# ${alert.name}\n`)
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      `\`${alert.expr}\` for ${alert.duration}`.replaceAll(/\s+/g, ' '),
    )
    expect(page).toContain('## What to do')
  })

  it('is there for every runbook', () => {
    const pages = globSync('docs/runbooks/*.md').map((file) => path.basename(file, '.md'))
    expect(pages.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
    expect(alerts.length).toBeGreaterThan(10)
  })
})

it('the dashboard shows metrics that exist', () => {
  const targets = dashboard.panels.flatMap((panel) =>
    panel.targets.map(({ expr }) => ({ panel: panel.title, missing: unknownIn(expr) })),
  )
  expect(targets.filter(({ missing }) => missing.length > 0)).toEqual([])
  expect(targets.length).toBeGreaterThan(20)
})

it('a metric that is not there is found', () => {
  expect(unknownIn('rate(rounds_no_such_total[5m]) > rounds_workers')).toEqual([
    'rounds_no_such_total',
  ])
})

/** Where Prometheus' own grammar does not understand an expression. */
function faultsIn(expr: string): number[] {
  const faults: number[] = []
  parser.parse(expr).iterate({
    enter: ({ type, from }) => {
      if (type.isError) faults.push(from)
    },
  })
  return faults
}

it('every expression is one of Prometheus', () => {
  const all = [
    ...alerts.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  expect(all.filter((expr) => faultsIn(expr).length > 0)).toEqual([])
  expect(faultsIn('sum(rate(rounds_workers[5m]) > 0')).not.toEqual([])
  expect(faultsIn('max(rounds_workers) by')).not.toEqual([])
})
