import { mkdirSync, readFileSync, rmSync } from 'node:fs'

import { ensureBuilt } from '../lib/server/build.ts'
import { findOrInstallChromium } from './chromium.ts'
import { runNode, runStages, type Result, type Stage } from './stage.ts'
import { staticStages } from './static-stages.ts'

/** `npm test`: checks without running, tests on a real Postgres, build, browser tests. */

const unitReport = '.cache/vitest.json'
const browserReport = '.cache/playwright.json'

function report<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** A program that ended badly failed at least once, also when it did not get as far as a test. */
function counted(code: number, passed: number, failed: number): Result {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

const unit: Stage = {
  name: 'unit, engine and API tests',
  async run() {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`]
    const { code } = await runNode(args, { show: true })
    const totals = report<{ numPassedTests: number; numFailedTests: number }>(unitReport)
    return counted(code, totals?.numPassedTests ?? 0, totals?.numFailedTests ?? 0)
  },
}

const build: Stage = {
  name: 'build',
  async run() {
    await ensureBuilt()
    return { passed: 1, failed: 0 }
  },
}

const browser: Stage = {
  name: 'browser tests',
  async run() {
    const chromium = await findOrInstallChromium()
    const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport }
    const { code } = await runNode(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], { show: true, env })
    const totals = report<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(browserReport)?.stats
    // A test that did not run because another failed before it proves nothing.
    return counted(code, totals?.expected ?? 0, (totals?.unexpected ?? 0) + (totals?.flaky ?? 0) + (totals?.skipped ?? 0))
  },
}

mkdirSync('.cache', { recursive: true })
for (const file of [unitReport, browserReport]) rmSync(file, { force: true })
await runStages([...staticStages, unit, build, browser])
