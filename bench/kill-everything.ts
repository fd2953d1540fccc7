import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { KilledOrganization, type Started } from './support/killed-organization.ts'
import { startOutside } from './support/killed-work.ts'
import { killSomething, targets, type Target } from './support/kill.ts'
import { startMachines, type Machines, type RunningCell } from './support/machines.ts'
import { isRunning, type ProcessSeen } from './support/processes.ts'
import { startProduct } from './support/product.ts'
import { report } from './support/report.ts'

/**
 * From outside, as an operator meets it: 200 runs started by API, whose calls their authors allow
 * to be repeated, while everything is killed by `kill -9`: workers, alone and with all that they
 * started, the web process, processes of the pools, the one that plays runs apart, Postgres, and
 * all of them in one moment (`support/kill.ts`). At the end each run was made once and is completed
 * with the answers that the world outside gave, nobody is asked about any call, every call came
 * under one key of its own, each run has sent one letter and one mail, the log tells of no failure
 * but the kills, and no process is left.
 *
 * With `--machines`, the product runs on three machines with a folder each, behind HAProxy, with
 * files in S3 (`support/machines.ts`), and Postgres does not come back: its synchronous standby is
 * promoted. Then a second workflow is started all the time: no start that was acknowledged is lost
 * or made twice, and the first one after each promotion is timed. With `--cells 2` there are two
 * clusters, each with a standby and an organization; requests come to the web processes of both.
 * The demo's journey (`examples/referral.ts`) is made before and after.
 *
 * `--targets postgres` kills that alone; several are separated by commas (`support/kill.ts`). Between
 * two kills are `--every` seconds on average: a process must have time to start, which takes a minute
 * where many share two cores.
 *
 *     node bench/kill-everything.ts [--seconds 300] [--runs 200] [--machines [--cells 2]]
 *       [--targets …] [--every 3]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    runs: { type: 'string' },
    machines: { type: 'boolean', default: false },
    cells: { type: 'string', default: '1' },
    targets: { type: 'string' },
    every: { type: 'string' },
  },
})
const seconds = Number(values.seconds ?? 300)
const count = Number(values.runs ?? 200)
const everyMs = Number(values.every ?? 3) * 1000
const named = values.targets?.split(',') ?? targets
const among = targets.filter((target) => named.includes(target))
if (among.length < named.length) throw new Error(`--targets takes ${targets.join(', ')}.`)
if (values.cells !== '1' && values.cells !== '2') throw new Error('--cells takes 1 or 2.')
const drainMs = 180_000

/** A failover, with what it came with. */
type Lost = { cell: RunningCell; number: number; target: Target }
const lost: Lost[] = []

/** Every cell's primary is lost with everything, else that of one drawn by chance. */
async function failOver(cells: RunningCell[], target: Target): Promise<void> {
  const one = cells[Math.floor(Math.random() * cells.length)]
  const hit = target === 'everything' || !one ? cells : [one]
  for (const cell of hit) lost.push({ cell, number: cell.failovers().length, target })
  await Promise.all(hit.map(async (cell) => await cell.failOver()))
}

/** The longest time without an acknowledged start between these moments. */
function longestGap(started: Started[], from: number, to: number): number {
  const between = started.map(({ at }) => at).filter((at) => at > from && at < to)
  const moments = [from, ...between, to]
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)))
}

/**
 * For each failover, milliseconds from the kill to the promotion, and from there to the first
 * acknowledged start; and how long the other cell accepted none meanwhile. With `everything`, the
 * web processes had to start meanwhile, too.
 */
function afterPromotion(probesOf: Map<string, Started[]>) {
  return lost.map(({ cell, number, target }) => {
    const { killedAt = 0, promotedAt = 0 } = cell.failovers()[number] ?? {}
    const firstAt = probesOf.get(cell.name)?.find(({ at }) => at > promotedAt)?.at ?? Infinity
    const others = [...probesOf].filter(([name]) => name !== cell.name)
    return {
      cell: cell.name,
      killed: target,
      promotedMs: promotedAt - killedAt,
      firstStartMs: firstAt - promotedAt,
      elsewhereMs: others.map(([, probes]) => longestGap(probes, killedAt, firstAt)),
    }
  })
}

/** Expected log lines while processes are killed; any other line of level error is a failure. */
const saidOfKills = [
  'a process ended and is started again',
  'the process for suspect runs ended',
  // Logged by a process that cannot reach the database; the answer was 503, or the work was
  // repeated.
  'a turn failed; the run is tried again',
  'the queue could not be started; trying again',
]

function errorsIn(log: string): { known: Record<string, number>; others: string[] } {
  const known: Record<string, number> = {}
  const others: string[] = []
  for (const line of log.split('\n').filter((one) => /"level":"(?:error|fatal)"/.test(one))) {
    const said = saidOfKills.find((sentence) => line.includes(`"msg":"${sentence}"`))
    if (said) known[said] = (known[said] ?? 0) + 1
    else others.push(line.slice(0, 1000))
  }
  return { known, others }
}

/** The demo's journey by the API; what it says when it fails. */
async function demoJourney(origin: string, demoKey: string): Promise<string | undefined> {
  const env = { ...process.env, ROUNDS_URL: origin, ROUNDS_API_KEY: demoKey }
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child = spawn(process.execPath, ['examples/referral.ts'], { env, stdio })
  const ended = once(child, 'exit')
  const [said, failed] = await Promise.all([text(child.stdout), text(child.stderr)])
  return (await ended)[0] === 0 && said.includes('completed: ') ? undefined : said + failed
}

const outside = await startOutside()
const settings = {
  WORKERS: '2',
  HTTP_ALLOW_PRIVATE: `127.0.0.1:${outside.port}`,
  SMTP_URL: outside.mailServer.url,
}

/** The product, on one machine or on three. */
async function start() {
  if (!values.machines) {
    const product = await startProduct(settings)
    return { ...product, cells: [], organizations: [{ name: 'demo', demoKey: product.demoKey }] }
  }
  const machines: Machines = await startMachines(settings, values.cells === '2' ? 2 : 1)
  return {
    ...machines,
    organizations: machines.cells,
    killPostgres: async (target: Target) => await failOver(machines.cells, target),
    // A backend's crash restarts its server, which is no failover.
    killConnection: () => false,
  }
}

let end = async (): Promise<void> => undefined
let stopped: Promise<void> | undefined
const stop = async (): Promise<void> => {
  stopped ??= end()
  await stopped
}
// Also while it starts: whatever runs then ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void stop().finally(() => process.exit(1)))
const product = await start()
end = product.stop

const killed: Partial<Record<Target, number>> = {}
const wrong: string[] = []
/** Every process that was ever seen, by id and start time. */
const seen = new Map<string, ProcessSeen>()
const look = () => {
  for (const one of product.processes()) seen.set(`${one.pid} ${one.born}`, one)
}
const { origin, logged } = product
const organizations = product.organizations.map(({ name, demoKey }) => ({
  name,
  demoKey,
  work: new KilledOrganization({ origin, demoKey, logged }, outside),
}))
const playDemo = async (when: string) => {
  for (const { name, demoKey } of organizations) {
    const failed = await demoJourney(origin, demoKey)
    if (failed !== undefined) wrong.push(`the demo's journey of ${name} ${when}: ${failed}`)
  }
}

async function killUntil(until: number): Promise<void> {
  while (Date.now() < until) {
    await delay(everyMs * (0.5 + Math.random()))
    look()
    const target = await killSomething(product, among)
    if (target) killed[target] = (killed[target] ?? 0) + 1
  }
}

let result: object = {}
try {
  for (const { work } of organizations) await work.prepare()
  await playDemo('before')
  const until = Date.now() + seconds * 1000
  const share = Math.ceil(count / organizations.length)
  await Promise.all([
    killUntil(until),
    ...organizations.flatMap(({ work }) => [
      work.startRuns(share, until),
      values.machines ? work.probe(until) : undefined,
    ]),
  ])
  const drainFrom = Date.now()
  for (const { name, work } of organizations) {
    await work.check(drainFrom + drainMs)
    wrong.push(...work.wrong.map((sentence) => `${name}: ${sentence}`))
  }
  const drainSeconds = Math.round((Date.now() - drainFrom) / 1000)
  const owners = Map.groupBy(outside.calls, ({ key }) => key)
  for (const [key, own] of owners) {
    const users = new Set(own.map((one) => `${one.run} ${one.step}`))
    if (users.size > 1) wrong.push(`key ${key} was used for ${[...users].join(', ')}`)
  }
  await playDemo('after')

  look()
  await stop()
  for (const one of seen.values()) {
    if (isRunning(one)) wrong.push(`process ${one.pid} is left: ${one.command}`)
  }
  const { known, others } = errorsIn(logged())
  for (const line of others.slice(0, 20)) wrong.push(`logged: ${line}`)
  const probesOf = new Map(organizations.map(({ name, work }) => [name, work.probes]))
  result = {
    seconds,
    runs: share * organizations.length,
    killed,
    calls: outside.calls.length,
    repeated: outside.calls.length - owners.size,
    mails: outside.mailServer.received.length,
    processes: seen.size,
    drainSeconds,
    ...(values.machines
      ? {
          starts: organizations.map(({ work }) => work.probes.length),
          failovers: afterPromotion(probesOf),
        }
      : {}),
    logged: known,
    wrong,
  }
} catch (error) {
  // Said before all ends, which may fail as well.
  process.stderr.write(`${String((error as Error).stack)}\n`)
  throw error
} finally {
  await stop()
  await outside.close()
}
report('kill-everything', result)
process.exitCode = wrong.length > 0 ? 1 : 0
