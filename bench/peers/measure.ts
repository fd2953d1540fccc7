import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { quantile, round } from '../support/report.ts'
import type { Called } from './called.ts'
import { costsOf, memoryOf } from './costs.ts'
import type { Driver, Running } from './drivers/driver.ts'
import { play } from './load.ts'
import { workloads, type WorkloadName } from './workloads.ts'

export type Plan = {
  workloads: WorkloadName[]
  connections: number[]
  /** Of each measurement. */
  seconds: number
  /** Of each workload, before it is measured. */
  warmSeconds: number
  /** How long the idle engine is observed; 0 skips restart and idleness. */
  idleSeconds: number
  /** One-step runs before memory is read again; 0 for those of the workloads only. */
  memoryRuns: number
}

/** A workload at one number of connections, once. CPU and bytes are for one run. */
export type Measured = {
  workload: WorkloadName
  connections: number
  runs: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  engineCpuMs: number
  databaseCpuMs: number
  logKb: number
}

/** The engine apart from its workloads. Memory in MB. */
export type Standing = {
  firstStartMs: number
  /** Fresh, and after as many runs. */
  memory: { fresh: Memory; after: Memory; runs: number }
  /** From the first process to the first right answer, on the data of all these runs. */
  restartMs?: number
  /** Milliseconds of CPU per second without requests. */
  idleCpuMs?: { engine: number; database: number }
  /** Written to the log per second without requests. */
  idleLogKb?: number
}
type Memory = { engine: number; database: number }

export type Round = { measured: Measured[]; standing: Standing }

/** After a start or a load, before the next measurement. */
const settleMs = 500
const warmConnections = 20
/** An engine may write the end of a run after it has answered. */
const recordedWithinMs = 20_000
const say = (text: string) => process.stderr.write(`${text}\n`)

/** Starts an engine on empty data, runs the workloads on it, and ends it. */
export async function measureRound(driver: Driver, called: Called, plan: Plan): Promise<Round> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-peers-'))
  // When root runs this, Postgres is another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  try {
    const engine = await driver.start({ folder, calledOrigin: called.origin })
    try {
      return await measureEngine(engine, called, plan)
    } finally {
      await engine.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureEngine(engine: Running, called: Called, plan: Plan): Promise<Round> {
  let runs = (await play(engine, 'one-computed', { connections: 1, seconds: 0 })).times.length
  await delay(settleMs)
  const fresh = memoryOf(engine)
  const measured: Measured[] = []
  for (const workload of plan.workloads) {
    const { maxConnections } = workloads[workload]
    const connections = Math.min(warmConnections, maxConnections, Math.max(...plan.connections))
    const warm = await play(engine, workload, { connections, seconds: plan.warmSeconds })
    runs += warm.times.length
    for (const asked of plan.connections.filter((one) => one <= maxConnections)) {
      await delay(settleMs)
      const one = await measureOnce(engine, called, workload, asked, plan.seconds)
      say(`   ${workload} at ${asked}: ${one.perSecond}/s, p50 ${one.p50Ms} ms`)
      measured.push(one)
      runs += one.runs
    }
  }
  if (plan.memoryRuns > 0) runs += await playRuns(engine, plan.memoryRuns)
  const after = memoryOf(engine)
  await requireRecorded(engine, runs)
  const standing = { firstStartMs: round(engine.firstStartMs, 0), memory: { fresh, after, runs } }
  if (plan.idleSeconds === 0) return { measured, standing }
  return { measured, standing: { ...standing, ...(await measureIdle(engine, plan.idleSeconds)) } }
}

async function measureOnce(
  engine: Running,
  called: Called,
  workload: WorkloadName,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const calledBefore = await called.calls()
  const before = await costsOf(engine)
  const load = await play(engine, workload, { connections, seconds })
  // Work of an engine after its answer belongs to its runs.
  await delay(settleMs)
  const after = await costsOf(engine)
  const runs = load.times.length
  const calls = (await called.calls()) - calledBefore
  const wanted = runs * workloads[workload].calls
  if (calls !== wanted)
    throw new Error(`${runs} runs of ${workload} made ${calls} calls instead of ${wanted}.`)
  const aRun = (from: number, to: number) => round((to - from) / runs, 3)
  return {
    workload,
    connections,
    runs,
    perSecond: round(runs / load.seconds, 1),
    p50Ms: quantile(load.times, 0.5),
    p99Ms: quantile(load.times, 0.99),
    engineCpuMs: aRun(before.engineCpuMs, after.engineCpuMs),
    databaseCpuMs: aRun(before.databaseCpuMs, after.databaseCpuMs),
    logKb: aRun(before.logBytes / 1024, after.logBytes / 1024),
  }
}

/** Throws unless the engine's store has each answered run, ended, and no other. */
async function requireRecorded(engine: Running, runs: number): Promise<void> {
  let recorded = 0
  for (const deadline = Date.now() + recordedWithinMs; Date.now() < deadline; await delay(500)) {
    recorded = await engine.recordedRuns()
    if (recorded === runs) return
  }
  throw new Error(`${runs} runs were answered, but the engine's store has ${recorded} ended ones.`)
}

/** Runs at least this many one-step runs over 20 connections; returns how many. */
async function playRuns(engine: Running, wanted: number): Promise<number> {
  let played = 0
  while (played < wanted) {
    const load = await play(engine, 'one-computed', { connections: warmConnections, seconds: 1 })
    played += load.times.length
  }
  return played
}

async function measureIdle(
  engine: Running,
  idleSeconds: number,
): Promise<Pick<Standing, 'restartMs' | 'idleCpuMs' | 'idleLogKb'>> {
  const startedMs = await engine.restart()
  const from = performance.now()
  await play(engine, 'one-computed', { connections: 1, seconds: 0 })
  const restartMs = round(startedMs + performance.now() - from, 0)
  // By then the remaining work of a start is done.
  await delay(5000)
  const before = await costsOf(engine)
  await delay(idleSeconds * 1000)
  const after = await costsOf(engine)
  const aSecond = (used: number) => round(used / idleSeconds, 2)
  return {
    restartMs,
    idleCpuMs: {
      engine: aSecond(after.engineCpuMs - before.engineCpuMs),
      database: aSecond(after.databaseCpuMs - before.databaseCpuMs),
    },
    idleLogKb: aSecond((after.logBytes - before.logBytes) / 1024),
  }
}
