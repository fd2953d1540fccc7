import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { runCode } from '#lib/sandbox/run-code'
import { cpuOfChildren } from './support/cpu.ts'

/**
 * Time of a small hook, as a screen's `before_complete` would be, one call at a time; and the CPU of
 * a call with twenty at once, starts of runners among it: `node bench/sandbox.ts [calls] [together]`.
 * Milliseconds, printed as JSON.
 */

const calls = Number(process.argv[2] ?? 1_000)
const together = Number(process.argv[3] ?? 40_000)
const source = `export default async ({ output, start }) => {
  const issues = []
  if (output.decision === 'approved' && !output.authorizationNumber) issues.push({ path: 'authorizationNumber', message: 'Enter it.' })
  if (issues.length > 0) throw new ApiError(422, 'The screen cannot be completed yet.', { issues })
  return { ...output, days: Math.round((new Date(output.to) - new Date(output.from)) / 86_400_000), patient: start.patient.id }
}`
const input = {
  output: {
    decision: 'approved',
    authorizationNumber: 'A-1',
    from: '2026-01-01',
    to: '2026-03-01',
  },
  start: {
    patient: { id: 'EMR-1001', name: 'Example' },
    documents: Array.from({ length: 20 }, (_, id) => ({ id, fileName: `${id}.pdf` })),
  },
}

async function once(): Promise<number> {
  const started = performance.now()
  const result = await runCode({ source, input, timeoutMs: 2_000, organizationId: 'bench' })
  if (!result.ok) throw new Error(`The hook failed: ${result.kind}`)
  return performance.now() - started
}

const first = await once()
for (let index = 0; index < 20; index += 1) await once()
const times: number[] = []
for (let index = 0; index < calls; index += 1) times.push(await once())
const usedBefore = { own: process.cpuUsage(), runners: cpuOfChildren(process.pid) }
let left = together
await Promise.all(
  Array.from({ length: 20 }, async () => {
    while (left-- > 0) await once()
  }),
)
const own = process.cpuUsage(usedBefore.own)
const cpu = {
  service: Number(((own.user + own.system) / 1000 / together).toFixed(3)),
  runners: Number(((cpuOfChildren(process.pid) - usedBefore.runners) / together).toFixed(3)),
}
await stopProcessPools()

times.sort((left, right) => left - right)
const at = (share: number) =>
  Number(
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN).toFixed(2),
  )
process.stdout.write(
  `${JSON.stringify({ benchmark: 'sandbox', calls, unit: 'ms', first: Number(first.toFixed(2)), median: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), together, cpu })}\n`,
)
