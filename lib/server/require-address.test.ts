import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** What the check says in a process with these settings, as `npm start` or as one process alone. */
async function said(settings: Record<string, string>, isDemo: boolean): Promise<string> {
  const script = `
    import { requireAddress } from '#lib/server/require-address'
    try {
      requireAddress({ isDemo: ${isDemo} })
      console.log('goes on')
    } catch (error) {
      console.log(error.name + ': ' + error.message)
    }`
  const { ROUNDS_APP_URL: _url, BASE_URL: _base, HOST: _host, ...rest } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...rest, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return (await text(child.stdout)).trim()
}

test.each([
  ['npm start on a laptop', {}, true],
  ['one machine only', { HOST: '127.0.0.1' }, false],
  ['one machine only, by IPv6', { HOST: '::1' }, true],
  ['an address of its own', { HOST: '0.0.0.0', BASE_URL: 'https://rounds.example.com' }, false],
  ['a child of npm start', { ROUNDS_APP_URL: 'postgres://app@localhost/rounds' }, false],
])('%s goes on', async (_name, settings, isDemo) => {
  expect(await said(settings, isDemo)).toBe('goes on')
})

test.each([
  ['npm run web without an address', {}, false],
  ['npm start for a network', { HOST: '0.0.0.0' }, true],
  ['npm run web for a network', { HOST: '10.0.0.5' }, false],
])('%s is told to set BASE_URL', async (_name, settings, isDemo) => {
  expect(await said(settings, isDemo)).toMatch(/^SettingsError: BASE_URL is not set.*example\.com/)
})
