import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { ensureBuilt } from '../lib/server/build.ts'
import { findOrInstallChromium } from './chromium.ts'
import { playTwice, type Failure } from './play-again.ts'
import { runNode, runStages, type Stage } from './stage.ts'
import { staticStages } from './static-stages.ts'

/**
 * `npm test`: static checks, tests on a real Postgres, chaos, and browser tests of the build. With
 * `--all` also the long ones (`test/long.ts`), each kind as long as it can end within the ninety
 * minutes that a build machine has: one at its slowest takes more than twice as long as another.
 */
const args = process.argv.slice(2)
const all = args.includes('--all')
const unknown = args.find((argument) => argument !== '--all')
if (unknown !== undefined) {
  process.stderr.write(
    `npm test knows "--all" and not "${unknown}". One file: npx vitest run <file>.\n`,
  )
  process.exit(2)
}

type Part = 'short' | 'long'
/** Minutes. At their slowest they take 16 and 26. */
const longNotAfter = 58

const unitReport = (part: Part): string => `.cache/vitest-${part}.json`
const browserReport = (part: Part): string => `.cache/playwright-${part}.json`
const chaosReport = '.cache/chaos.json'

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/**
 * The failed tests with the first line of their errors; a file that could not be loaded has no
 * tests.
 */
function failuresOf(totals: UnitReport | undefined): Failure[] {
  const firstLine = (text = ''): string => text.split('\n')[0] ?? ''
  return (totals?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative('.', name)
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        file,
        test: fullName,
        message: firstLine(failureMessages[0]),
      }))
    return failed.length === 0 && status === 'failed'
      ? [{ file, test: 'the file', message: firstLine(message) }]
      : failed
  })
}

const nameOf = (what: string, part: Part): string => (part === 'long' ? `long ${what}` : what)

function unit(part: Part): Stage {
  const report = unitReport(part)
  const play = async (files: string[] = []) => {
    rmSync(report, { force: true })
    const program = ['node_modules/vitest/vitest.mjs', 'run', ...files]
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await runNode([...program, ...reporters], {
      show: 'unit',
      env: { TEST_PART: part },
    })
    const totals = readReport<UnitReport>(report)
    const failures = failuresOf(totals)
    const failed = Math.max(totals?.numFailedTests ?? 0, failures.length)
    return { code, passed: totals?.numPassedTests ?? 0, failed, failures }
  }
  return {
    name: nameOf('unit, engine and API tests', part),
    ...(part === 'long' ? { notAfter: longNotAfter } : {}),
    run: async () => await playTwice(play),
  }
}

type ChaosReport = { seed: number; oracles: Record<string, string[]> }

/** The broken oracles with what they found first; without a report, what the program said last. */
function brokenOracles(totals: ChaosReport | undefined, code: number, lastLines: string): string[] {
  if (!totals) return code === 0 ? [] : [`It ended with ${code} and without a report.`, lastLines]
  return Object.entries(totals.oracles)
    .filter(([, wrong]) => wrong.length > 0)
    .map(
      ([name, wrong]) =>
        `${name} (seed ${totals.seed}): ${wrong.slice(0, 3).join('; ').slice(0, 600)}`,
    )
}

/** Each oracle counts as a test. */
const chaos: Stage = {
  name: 'chaos, a minute and a half',
  async run() {
    const { code, lastLines } = await runNode(
      ['scripts/chaos.ts', '--seconds', '90', '--every', '3000', '--report', chaosReport],
      { show: 'chaos' },
    )
    const totals = readReport<ChaosReport>(chaosReport)
    const oracles = Object.values(totals?.oracles ?? {})
    const broken = oracles.filter((wrong) => wrong.length > 0).length
    return {
      passed: oracles.length - broken,
      failed: code !== 0 && broken === 0 ? 1 : broken,
      failures: brokenOracles(totals, code, lastLines),
    }
  },
}

const build: Stage = {
  name: 'build',
  async run() {
    await ensureBuilt()
    return { passed: 1, failed: 0 }
  },
}

type JourneySuite = {
  suites?: JourneySuite[]
  specs?: {
    title: string
    file: string
    ok: boolean
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
}
type JourneyReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: JourneySuite[]
}

/** The failed journeys with the first lines of their errors. */
function failedJourneys({ suites = [], specs = [] }: JourneySuite): Failure[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      const message = stripVTControlCharacters(errors[0]?.message ?? 'it did not run')
      const lines = message.split('\n').slice(0, 6).join(' ').slice(0, 600)
      return { file: `e2e/${file}`, test: title, message: lines }
    })
  return [...failed, ...suites.flatMap(failedJourneys)]
}

function browser(part: Part): Stage {
  const report = browserReport(part)
  const play = async (files: string[] = []) => {
    rmSync(report, { force: true })
    const chromium = await findOrInstallChromium()
    const ours = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    const { code } = await runNode(
      ['node_modules/@playwright/test/cli.js', 'test', ...files, '--reporter=list,json'],
      { show: 'browser', env: { TEST_PART: part, ...ours } },
    )
    const journeys = readReport<JourneyReport>(report)
    const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = journeys?.stats ?? {}
    // A test that did not run because another failed before it proves nothing.
    const failed = unexpected + flaky + skipped
    return { code, passed: expected, failed, failures: failedJourneys(journeys ?? {}) }
  }
  return {
    name: nameOf('browser tests', part),
    ...(part === 'long' ? { notAfter: longNotAfter } : {}),
    run: async () => await playTwice(play),
  }
}

mkdirSync('.cache', { recursive: true })
const parts: Part[] = all ? ['short', 'long'] : ['short']
for (const file of [
  ...parts.flatMap((part) => [unitReport(part), browserReport(part)]),
  chaosReport,
])
  rmSync(file, { force: true })
// The tests run one after the other: beside the unit tests a journey takes twice as long on two
// processors, and the time-outs of the product itself (a preview has a moment) are met. Chaos lasts as
// long as it is told, whatever else the processors do, so the build is free beside it.
const longStages = all ? [unit('long'), browser('long')] : []
await runStages([staticStages, unit('short'), [chaos, build], browser('short'), ...longStages])
