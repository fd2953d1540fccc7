import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '../fixtures.ts'

test('the example of a system that sends a referral runs as it is printed', async () => {
  const env = {
    ...process.env,
    ROUNDS_URL: process.env.E2E_BASE_URL,
    ROUNDS_API_KEY: process.env.E2E_API_KEY,
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['examples/referral.ts'], {
    env,
    timeout: 45_000,
  })
  expect(stdout).toMatch(
    /^\d+ prospects in the home-care system\nWithout a number: 422 An approval needs an authorization number\.\ncompleted: [0-9a-f-]{36}\/_history\/1\n$/,
  )
})
