import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { completedRun, readRun, startRun } from '../runs.ts'
import { startServer } from '../server.ts'

/** A server that never answers; `received` is how often it was called. */
async function startSilentServer() {
  let count = 0
  const server = await startServer(Number(process.env['E2E_OUTSIDE_PORT']), () => {
    count += 1
  })
  return { ...server, received: () => count }
}

test('a call without an answer stays in the inbox until a person answers for it, and is not repeated', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const silent = await startSilentServer()
  try {
    const send = {
      id: 'send',
      title: `Tell the agency ${Date.now()}`,
      type: 'http-request',
      config: {
        method: 'POST',
        url: `${silent.origin}/referrals`,
        body: { visit: 'today' },
        timeoutSeconds: 1,
      },
    }
    const note = {
      id: 'note',
      title: 'Note it',
      type: 'transform',
      after: [{ step: 'send' }],
      config: { value: { $: 'steps.send.output.reference' } },
    }
    const { slug } = await publish('Referral to an agency', { steps: [send, note] })
    const { id } = await startRun(api, slug)

    await signedIn()
    await page.goto('/inbox')
    const calls = page.getByRole('list', { name: 'Calls whose outcome is not known' })
    await expect(calls.getByRole('link', { name: send.title })).toBeVisible()
    await expectAccessible(page)
    await calls.getByRole('link', { name: send.title }).click()
    const question = page.getByRole('region', { name: 'Did this call happen?' })
    await question.getByRole('radio', { name: 'Fields' }).click()
    await expect(question.getByRole('group', { name: 'Its answer' })).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'It happened' }).click()
    await expect(question.getByText('Type every number')).toBeVisible()
    await question.getByRole('radio', { name: 'JSON' }).click()
    await question.getByLabel('Its answer, as JSON').fill('{"reference": 4711')
    await question.getByRole('button', { name: 'It happened' }).click()
    await expect(question.getByRole('alert')).toContainText('This is not JSON')
    await question.getByLabel('Its answer, as JSON').fill('{"reference": 4711}')
    await question.getByRole('button', { name: 'It happened' }).click()
    await expect(page.getByText('Completed').first()).toBeVisible()
    expect(await completedRun(api, id)).toMatchObject({ output: { note: 4711 } })
    expect(silent.received()).toBe(1)
    await page.goto('/inbox')
    await expect(page.getByRole('link', { name: send.title })).toHaveCount(0)
  } finally {
    silent.close()
  }
})

test('a person answers for a call by keyboard alone, from the question to the way back', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const silent = await startSilentServer()
  try {
    const title = `Ask the registry ${Date.now()}`
    const { slug } = await publish('Registry', {
      steps: [
        {
          id: 'send',
          title,
          type: 'http-request',
          config: {
            method: 'POST',
            url: `${silent.origin}/registry`,
            body: {},
            timeoutSeconds: 1,
          },
        },
      ],
    })
    const { id } = await startRun(api, slug)
    await signedIn()
    await page.goto('/inbox')
    const call = page
      .getByRole('list', { name: 'Calls whose outcome is not known' })
      .getByRole('link', { name: title })
    await expect(call).toBeVisible()
    await call.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Did this call happen?' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('radio', { name: 'JSON' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('{"reference": ')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'It happened' })).toBeFocused()
    await page.keyboard.press('Enter')
    // What has to be put right takes the focus.
    await expect(page.getByLabel('Its answer, as JSON')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type('12}')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const answered = page.getByRole('status', { name: 'Your answer' })
    await expect(answered).toBeFocused()
    await expectAccessible(page)
    expect(await readRun(api, id)).toMatchObject({
      status: 'completed',
      output: { send: { reference: 12 } },
    })
    await answered.getByRole('link', { name: 'Back to the inbox' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/inbox')
  } finally {
    silent.close()
  }
})
