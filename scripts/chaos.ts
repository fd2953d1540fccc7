/**
 * `npm run chaos -- [--seconds 1200] [--seed N] [--workers 4] [--runs 200] [--every 4000]`: 200
 * runs in flight on a Postgres of its own, while workers are killed and stopped, connections are
 * cut and Postgres is killed and restarted. The seed is printed; the same seed, with the same other
 * numbers, draws the same runs and the same faults at the same times. (What they meet is up to the
 * machine: which statement is under way, which run a worker holds.) `--report file` writes the
 * figures as JSON. The workers' logs are in .cache/chaos.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { seconds: text, seed: text, workers: text, runs: text, every: text, report: text },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)

// The imports below read these at load, and the workers inherit them.
Object.assign(process.env, {
  NODE_ENV: 'test',
  SECRET_KEY: process.env['SECRET_KEY'] ?? 'the-same-secret-key-in-every-test',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  SMTP_URL: '',
})
const { runChaos } = await import('../test/chaos/chaos.ts')

const say = (line: string): void => void process.stdout.write(`${line}\n`)
say(`chaos, seed ${seed}`)
const drawn = {
  seconds: Number(values.seconds ?? 1200),
  workers: Number(values.workers ?? 4),
  runs: Number(values.runs ?? 200),
  every: Number(values.every ?? 4000),
}
const report = await runChaos({
  seed,
  seconds: drawn.seconds,
  workers: drawn.workers,
  inFlight: drawn.runs,
  everyMs: drawn.every,
  folder: '.cache/chaos',
  say,
})
for (const [name, wrong] of Object.entries(report.oracles)) {
  say(`${wrong.length === 0 ? '✓' : '✗'} ${name}`)
  for (const line of wrong.slice(0, 10)) say(`    ${line}`)
  if (wrong.length > 10) say(`    … and ${wrong.length - 10} more`)
}
say(
  JSON.stringify({
    ...report,
    oracles: Object.fromEntries(
      Object.entries(report.oracles).map(([name, wrong]) => [name, wrong.length]),
    ),
  }),
)
if (values.report) writeFileSync(values.report, JSON.stringify(report))
const broken = Object.values(report.oracles).some((wrong) => wrong.length > 0)
if (broken)
  say(
    `Play it again: npm run chaos -- --seed ${seed} ${Object.entries(drawn)
      .map(([name, value]) => `--${name} ${value}`)
      .join(' ')}`,
  )
process.exit(broken ? 1 : 0)
