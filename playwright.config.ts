import { defineConfig } from '@playwright/test'

import { chromiumFlags, findChromium } from './scripts/chromium.ts'
import { journeysLeftOut, onlyJourneys } from './test/long.ts'

const executablePath = findChromium()
// Read by the test processes too, so that only one of them looks. Without one the global set-up
// refuses to begin; nothing is thrown here, because tools that only read the settings load this
// too.
if (executablePath) process.env.CHROMIUM_PATH = executablePath

/** These need a second cluster (test/README.md). */
const isInCells = process.env['E2E_MACHINES'] === '1' && process.env['E2E_CELLS'] === '2'
const journeysOfCells = isInCells ? [] : ['**/cells/**']

export default defineConfig({
  testDir: 'e2e',
  testMatch: onlyJourneys?.map((file) => `**/${file}`) ?? '**/*.spec.ts',
  testIgnore: [...journeysLeftOut.map((file) => `**/${file}`), ...journeysOfCells],
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // Journeys share one organization; each makes what it needs.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Only a failure takes so long: a busy machine must not fail a journey.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Recording takes a third of the time; `npx playwright test --trace retain-on-failure` for the
    // one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: chromiumFlags,
    },
  },
})
