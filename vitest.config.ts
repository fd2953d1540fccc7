import { globSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'

import { defineConfig } from 'vitest/config'

import { runsTest } from './test/long.ts'
import { LongFirst } from './test/setup/long-first.ts'

const environment = {
  NODE_ENV: 'test' as const,
  SECRET_KEY: 'the-same-secret-key-in-every-test',
  DATA_DIR: path.join(tmpdir(), `rounds-test-files-${process.pid}`),
  LOG_LEVEL: 'silent',
  // Vite puts its own BASE_URL (a path) into the environment.
  BASE_URL: 'http://localhost:3000',
}

// The global set-up runs in this process, the tests in others: both need the same key.
Object.assign(process.env, environment)

const shared = {
  env: environment,
  setupFiles: [
    'test/setup/resolve-once.ts',
    'test/setup/own-folder.ts',
    'test/setup/fail-on-console.ts',
  ],
  // Only a failure takes so long: a busy machine must not fail a test.
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

/**
 * Node loads these as it does in production. Vite's module runner would fetch each of some thousand
 * modules from another process for each test file.
 */
const service = { ...shared, experimental: { viteModuleRunner: false, nodeLoader: true } }

/**
 * These need Vite's module runner: they mock a CommonJS package or a file of ours, load a file twice,
 * or load next-auth, which names files of Next as only bundlers find them.
 */
const byVite = [
  'db/client.test.ts',
  'lib/auth/sign-in.test.ts',
  'lib/auth/single-sign-on.test.ts',
  'lib/auth/sign-in-unavailable.test.ts',
  'scripts/chromium.test.ts',
].filter(runsTest)

const ofService = globSync('{db,lib,scripts,test}/**/*.test.ts').filter(
  (file) => !byVite.includes(file) && runsTest(file),
)

/**
 * Whether a test changes what all modules of its process share (environment, mocks, clocks), or counts
 * the programs that its process started. Its limits of time (`setConfig`) are its own: vitest sets them
 * back after each file.
 */
const changesItsProcess = (file: string): boolean =>
  /process\.env\b|\bvi\.(?!fn\b|setConfig\b)|registerHooks|childPrograms/.test(
    readFileSync(file, 'utf8'),
  )

/**
 * These run in one process after another, so that the modules of the service, which take more than a
 * second to load, are loaded once for all. A test that changes its process has one of its own.
 */
const inSharedProcess = ofService.filter((file) => !changesItsProcess(file))
const ofPages = globSync('{app,components}/**/*.test.{ts,tsx}').filter(runsTest)
const pagesInSharedProcess = ofPages.filter((file) => !changesItsProcess(file))

const sourcesIn = (folder: string): RegExp =>
  new RegExp(`^${path.resolve(folder).replaceAll(/\W/g, '\\$&')}/.*\\.ts$`)

const pages = {
  resolve: {
    // package.json names two endings for #components; Node's rules, which Vite follows, try one.
    alias: [{ find: /^#components\//, replacement: `${path.resolve('components')}/` }],
  },
  // Node loads the service, as above; Vite loads the pages alone.
  test: { ...shared, server: { deps: { external: ['db', 'lib', 'test'].map(sourcesIn) } } },
}

// Programs and tests are compiled once for all files and processes of a run, and kept for the next.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('.cache/compiled')

export default defineConfig({
  test: {
    // More than there are cores of a small machine: much of a test's time is waiting for Postgres, and
    // some wait for a time-out of ten seconds.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: ['test/setup/global-setup.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...service,
          name: 'service',
          include: ofService.filter((file) => !inSharedProcess.includes(file)),
        },
      },
      {
        test: {
          ...service,
          name: 'service in shared processes',
          include: inSharedProcess,
          isolate: false,
        },
      },
      {
        ...pages,
        test: {
          ...pages.test,
          name: 'pages',
          include: ofPages.filter((file) => !pagesInSharedProcess.includes(file)),
        },
      },
      {
        ...pages,
        test: {
          ...pages.test,
          name: 'pages in shared processes',
          include: pagesInSharedProcess,
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'by Vite',
          include: byVite,
        },
      },
    ],
  },
})
