import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { requireChromium } from './chromium.ts'

beforeEach(() => vi.stubEnv('CHROMIUM_PATH', undefined))
afterEach(() => {
  vi.doUnmock('./chromium.ts')
  vi.resetModules()
  vi.unstubAllEnvs()
})

test('without a Chromium the settings of the browser tests can still be read', async () => {
  vi.doMock('./chromium.ts', () => ({ findChromium: () => undefined }))
  const { default: config } = await import('../playwright.config.ts')
  expect(config.testDir).toBe('e2e')
  expect(config.use?.launchOptions).not.toHaveProperty('executablePath')
})

test('but the browser tests do not start', () => {
  expect(requireChromium).toThrow('There is no Chromium on this machine')
  vi.stubEnv('CHROMIUM_PATH', '/usr/bin/chromium')
  expect(requireChromium).not.toThrow()
})
