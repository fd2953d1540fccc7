import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { round } from '../support/report.ts'
import { startCalled } from './called.ts'
import { dbos } from './drivers/dbos.ts'
import type { Driver } from './drivers/driver.ts'
import { n8n, n8nSavingProgress } from './drivers/n8n.ts'
import { restate } from './drivers/restate.ts'
import { rounds, roundsWithoutNext } from './drivers/rounds.ts'
import { measureRound, type Plan } from './measure.ts'
import { reportOf, type Measurements } from './table.ts'
import { workloadNames, type WorkloadName } from './workloads.ts'

/**
 * Plays the same workloads on Rounds and on other durable engines, one after the other on this
 * machine, and compares them (README.md). Prints tables; these and all figures stay in
 * `.cache/peers.md` and `.cache/peers.json`.
 *
 *     node bench/peers/run.ts [--rounds 3] [--seconds 5] [--warm 3] [--connections 1,20,100]
 *       [--only rounds,dbos,restate,n8n] [--workloads one-post,five-posts] [--idle 10] [--memory 0]
 */
const drivers = [rounds, roundsWithoutNext, dbos, restate, n8n, n8nSavingProgress]
const unlessAsked = drivers.filter((driver) => driver !== roundsWithoutNext)

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '3' },
    connections: { type: 'string', default: '1,20,100' },
    only: { type: 'string', default: unlessAsked.map(({ name }) => name).join(',') },
    workloads: { type: 'string', default: workloadNames.join(',') },
    idle: { type: 'string', default: '10' },
    memory: { type: 'string', default: '0' },
  },
})

/** Ends the program with a sentence about its arguments. */
function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function numberIn(option: string, text: string, min: number): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number) || number < min)
    refuse(`--${option} must be a number of at least ${min}, not "${text}".`)
  return number
}

/** The members of a list by name, in the given order. */
function named<T>(option: string, names: string, known: readonly T[], nameOf: (one: T) => string) {
  return names.split(',').map((name) => {
    const found = known.find((one) => nameOf(one) === name)
    if (found === undefined)
      refuse(`--${option} knows no "${name}", only ${known.map(nameOf).join(', ')}.`)
    return found
  })
}

const plan: Plan = {
  workloads: named('workloads', values.workloads, workloadNames, (name) => name) as WorkloadName[],
  connections: values.connections.split(',').map((text) => numberIn('connections', text, 1)),
  seconds: numberIn('seconds', values.seconds, 0.1),
  warmSeconds: numberIn('warm', values.warm, 0),
  idleSeconds: numberIn('idle', values.idle, 0),
  memoryRuns: numberIn('memory', values.memory, 0),
}
const count = numberIn('rounds', values.rounds, 1)
const asked: Driver[] = named('only', values.only, drivers, ({ name }) => name)

// So that the paths that the product reads relative to its folder work from everywhere.
process.chdir(path.join(import.meta.dirname, '../..'))
const missing = asked.flatMap((driver) => {
  const why = driver.missing()
  return why === undefined ? [] : [{ name: driver.name, why }]
})
for (const { name, why } of missing) process.stderr.write(`${name} is left out. ${why}\n`)
const present = asked.filter((driver) => driver.missing() === undefined)

const measurements: Measurements = {
  at: new Date().toISOString(),
  machine: {
    cpus: cpus().length,
    memoryGb: round(totalmem() / 2 ** 30, 0),
    node: process.versions.node,
    load1Before: round(loadavg()[0] ?? 0, 1),
  },
  plan,
  missing,
  engines: present.map((driver) => ({ name: driver.name, title: driver.title(), rounds: [] })),
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const called = await startCalled()
try {
  for (let index = 0; index < count; index++) {
    // Each engine goes first as often as last, so that other load on the machine is shared.
    const turned = index % 2 === 0 ? present : present.toReversed()
    for (const driver of turned) {
      process.stderr.write(`── round ${index + 1} of ${count}: ${driver.title()}\n`)
      const measured = await measureRound(driver, called, plan)
      measurements.engines.find(({ name }) => name === driver.name)?.rounds.push(measured)
    }
  }
} finally {
  called.stop()
  // After an error too, because the measurements before it are valid.
  const report = reportOf(measurements)
  mkdirSync('.cache', { recursive: true })
  writeFileSync('.cache/peers.json', `${JSON.stringify(measurements, null, 2)}\n`)
  writeFileSync('.cache/peers.md', report)
  process.stdout.write(report)
}
