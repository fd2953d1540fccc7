import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

test('the first answer has what a page shows, for who may read it, and is read once', async ({
  page,
  context,
  request,
  signedIn,
  api,
}) => {
  const startData = {
    patientName: 'Marlowe Quintero',
    emrPatientId: 'EMR-1003',
    diagnosis: 'Knee pain',
  }
  const { id } = await startRun(api, 'referral-intake', { startData })
  await signedIn()
  const readsOf = async () => {
    const entries = `/api/v2/audit?action=run.read&objectKind=run&objectId=${id}`
    const { items } = (await (await context.request.get(entries)).json()) as { items: unknown[] }
    return items.length
  }
  const before = await readsOf()

  const first = await context.request.get(`/runs/${id}`)
  expect(await first.text()).toContain('Marlowe Quintero')
  expect(first.headers()['cache-control']).toContain('no-store')
  expect(await readsOf()).toBe(before + 1)
  // A stranger is sent to sign in, and gets nothing of it.
  const stranger = await request.get(`/runs/${id}`)
  expect(new URL(stranger.url()).pathname).toBe('/sign-in')
  expect(await stranger.text()).not.toContain('Marlowe')

  // The browser shows the answer and does not ask again.
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await page.goto(`/runs/${id}`)
  await expect(page.getByRole('heading', { name: /Marlowe Quintero/ })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  expect(asked).toContain(`/api/v2/runs/${id}/events`)
  expect(asked).not.toContain(`/api/v2/runs/${id}`)

  // What cannot be read does not fail the page: it says why.
  await page.goto('/runs/01a20000-0000-7000-8000-000000000000')
  await expect(page.getByText('This run could not be found')).toBeVisible()
})
