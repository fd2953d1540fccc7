import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import { chromium } from '@playwright/test'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** What Playwright switches off; Chromium takes the last list that it is given. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * Pages that Chromium opens unseen for the address bar of each new window. They compute as much as
 * a page of ours that opens at the same time.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** How tests and benchmarks start Chromium. */
export const chromiumFlags: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  `--disable-features=${[...offByPlaywright, ...addressBar].join(',')}`,
]

/**
 * Finds a Chromium of this machine that starts: CHROMIUM_PATH, Playwright's own, or an installed
 * one.
 */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...usual]
  return candidates.find(
    (program): program is string =>
      Boolean(program) && existsSync(program as string) && starts(program as string),
  )
}

/**
 * For the start of the browser tests, whose configuration stored the found Chromium in
 * CHROMIUM_PATH. Throws when there is none, and says what to do.
 */
export function requireChromium(): void {
  if (process.env.CHROMIUM_PATH) return
  throw new Error(
    'There is no Chromium on this machine: run npm test, which installs one, or set CHROMIUM_PATH.',
  )
}

/**
 * Finds a Chromium, or installs one. Throws when that is not possible either, because browser tests
 * are never skipped.
 */
export async function findOrInstallChromium(): Promise<string> {
  const ways = [installWithApt, installWithPlaywright]
  for (let found = findChromium(); ; found = findChromium()) {
    if (found) return found
    const way = ways.shift()
    if (!way)
      throw new Error(
        'There is no Chromium, and none could be installed. Install one (Debian: ' +
          'apt-get install chromium) or set CHROMIUM_PATH.',
      )
    way()
  }
}

function installWithApt(): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return
  process.stdout.write('Installing Chromium with apt-get (once) …\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' as const }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  // On Ubuntu the package is empty and refers to a snap; then Playwright's own is next.
  if (apt('update', '-q')) apt('install', '-y', '-q', '--no-install-recommends', 'chromium')
}

function installWithPlaywright(): void {
  process.stdout.write('Downloading Chromium with Playwright (once) …\n')
  const cli = 'node_modules/@playwright/test/cli.js'
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  spawnSync(process.execPath, [cli, 'install', ...withLibraries, 'chromium'], { stdio: 'inherit' })
}

function starts(program: string): boolean {
  return spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0
}
