import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { chromiumFlags, requireChromium } from './chromium.ts'

beforeEach(() => vi.stubEnv('CHROMIUM_PATH', undefined))
afterEach(() => {
  vi.doUnmock('./chromium.ts')
  vi.resetModules()
  vi.unstubAllEnvs()
})

test('without a Chromium the settings of the browser tests can still be read', async () => {
  vi.doMock('./chromium.ts', () => ({ chromiumFlags, findChromium: () => undefined }))
  const { default: config } = await import('../playwright.config.ts')
  expect(config.testDir).toBe('e2e')
  expect(config.use?.launchOptions).not.toHaveProperty('executablePath')
})

test('but the browser tests do not start', () => {
  expect(requireChromium).toThrow('There is no Chromium on this machine')
  vi.stubEnv('CHROMIUM_PATH', '/usr/bin/chromium')
  expect(requireChromium).not.toThrow()
})

test('what Playwright switches off in Chromium stays off', () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('playwright-core'))
  const source = readFileSync(path.join(folder, 'lib/coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[(.*?)\]\.filter/s.exec(source) ?? []
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(10)
  const flag = chromiumFlags.find((one) => one.startsWith('--disable-features='))
  expect(flag?.split('=')[1]?.split(',')).toEqual(expect.arrayContaining(names))
})
