import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'

import { defineConfig } from 'vitest/config'

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

export default defineConfig({
  resolve: {
    // package.json names two endings for #components; Node's rules, which Vite follows, try one.
    alias: [{ find: /^#components\//, replacement: `${path.resolve('components')}/` }],
  },
  test: {
    include: ['{app,components,db,lib,scripts,bench,test}/**/*.test.{ts,tsx}'],
    env: environment,
    globalSetup: ['test/setup/global-setup.ts'],
    setupFiles: ['test/setup/own-folder.ts', 'test/setup/fail-on-console.ts'],
    // By default one less than there are cores, which on two leaves one idle: much of a test's time
    // is waiting for Postgres.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
