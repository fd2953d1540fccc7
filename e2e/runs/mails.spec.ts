import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { textMailedTo } from '../mails.ts'
import { completedRun, startRun } from '../runs.ts'

test('a mail to a dead address is seen, the address gets no more, and a person lifts that', async ({
  api,
  page,
  publish,
  signedIn,
}) => {
  // The mail server of these tests refuses it with 5.1.1.
  const address = `gone@host-${Date.now()}.example`
  const subject = `Reminder ${Date.now()}`
  const config = { to: [address], subject, text: 'Please call us.', waitFor: 'sent' }
  const { id } = await publish('Remind', {
    steps: [{ id: 'remind', type: 'send-email', title: 'Remind', config, after: [] }],
  })
  await completedRun(api, (await startRun(api, id)).id)

  await signedIn()
  await page.goto('/mails')
  await page.getByLabel('Search').fill(subject)
  await page.getByRole('button', { name: subject }).click()
  await expect(page.getByRole('list', { name: 'What became of it' })).toContainText('Bounced')
  await expect(page.getByText('550 5.1.1 no such user').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  const again = await startRun(api, id, { waitSeconds: 20 })
  const { tasks } = (await (await api.get(`/api/v2/runs/${again.id}`)).json()) as {
    tasks: { error: { code: string } | null }[]
  }
  expect(tasks[0]?.error?.code).toBe('address_suppressed')

  await page.getByRole('tab', { name: 'Suppressed' }).click()
  await page.getByLabel('Search').fill(address)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Lift for ${address}` }).press('Enter')
  await page.getByRole('button', { name: 'Send mails again' }).press('Enter')
  await expect(page.getByText('Say why, in a few words.')).toBeVisible()
  await page.getByLabel('Why').fill('They called: the mailbox works again.')
  await page.getByRole('button', { name: 'Send mails again' }).press('Enter')
  await expect(page.getByText('No such address')).toBeVisible()
  expect((await startRun(api, id, { waitSeconds: 20 })).status).toBe('completed')

  await page.getByRole('tab', { name: 'Sender' }).click()
  const to = `owner-${Date.now()}@example.com`
  await page.getByLabel('Send a test to').fill(to)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('It was sent')).toBeVisible()
  expect(await textMailedTo(to, /^A test from Rounds$/)).toContain('sending works')
  await expectAccessible(page)
})
