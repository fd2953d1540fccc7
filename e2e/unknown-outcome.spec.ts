import { createServer, type Server } from 'node:http'
import { expectAccessible } from './axe.ts'
import { completedRun, expect, test } from './fixtures.ts'

/** Takes what it is sent and never answers; `received` is how often it was called. */
async function silentServer(port: number): Promise<{ server: Server; received(): number }> {
  let count = 0
  const server = createServer(() => void (count += 1))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { server, received: () => count }
}

test('a call that was never answered stands in the inbox until a person says what became of it; it is not repeated', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const port = Number(process.env['E2E_OUTSIDE_PORT'])
  const { server, received } = await silentServer(port)
  try {
    const send = {
      id: 'send',
      title: `Tell the agency ${Date.now()}`,
      type: 'http-request',
      config: {
        method: 'POST',
        url: `http://127.0.0.1:${port}/referrals`,
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
    const started = await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: {} } })
    const { id } = (await started.json()) as { id: string }

    await signedIn()
    await page.goto('/inbox')
    const calls = page.getByRole('list', { name: 'Calls whose outcome is not known' })
    await expect(calls.getByRole('link', { name: send.title })).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page)
    await calls.getByRole('link', { name: send.title }).click()
    const question = page.getByRole('region', { name: 'Did this call happen?' })
    await question.getByLabel('If it happened: what it answered').fill('{"reference": 4711')
    await question.getByRole('button', { name: 'It happened' }).click()
    await expect(question.getByRole('alert')).toContainText('This is not JSON')
    await question.getByLabel('If it happened: what it answered').fill('{"reference": 4711}')
    await question.getByRole('button', { name: 'It happened' }).click()
    await expect(page.getByText('Completed').first()).toBeVisible()
    expect(await completedRun(api, id)).toMatchObject({ output: { note: 4711 } })
    expect(received()).toBe(1)
    await page.goto('/inbox')
    await expect(page.getByRole('link', { name: send.title })).toHaveCount(0)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('a call whose outcome is not known is answered with the keyboard alone, which lands on the question and then on the way on', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const port = Number(process.env['E2E_OUTSIDE_PORT'])
  const { server } = await silentServer(port)
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
            url: `http://127.0.0.1:${port}/registry`,
            body: {},
            timeoutSeconds: 1,
          },
        },
      ],
    })
    const started = await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: {} } })
    const { id } = (await started.json()) as { id: string }
    await signedIn()
    await page.goto('/inbox')
    const call = page
      .getByRole('list', { name: 'Calls whose outcome is not known' })
      .getByRole('link', { name: title })
    await expect(call).toBeVisible({ timeout: 20_000 })
    await call.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Did this call happen?' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('{"reference": ')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'It happened' })).toBeFocused()
    await page.keyboard.press('Enter')
    // What has to be put right takes the focus.
    await expect(page.getByLabel('If it happened: what it answered')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type('12}')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const answered = page.getByRole('status', { name: 'Your answer' })
    await expect(answered).toBeFocused()
    await expectAccessible(page)
    expect(await (await api.get(`/api/v2/runs/${id}`)).json()).toMatchObject({
      status: 'completed',
      output: { send: { reference: 12 } },
    })
    await answered.getByRole('link', { name: 'Back to the inbox' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/inbox')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
