import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { otherOrganization } from '../organization/other-organization.ts'
import { addMember, signIn } from '../organization/people.ts'
import { startRun } from '../runs.ts'

const startData = {
  type: 'object',
  properties: { patient: { type: 'string', title: 'Patient' } },
}
const screen = { id: 'look', title: 'Look', type: 'screen', config: { title: 'Look at it' } }
const ofScreen = /\/inbox\/[0-9a-f-]{36}$/

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Open screens' }).getByRole('row').filter({ hasText: name })
const shows = async (page: Page, name: string) =>
  await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible()

test('a case that is skipped or given back is not the next one', async ({
  page,
  publish,
  api,
  signedIn,
}) => {
  const { slug } = await publish('Skipped', { startData, steps: [screen] })
  for (const patient of ['Ada First', 'Ben Second'])
    await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: { patient } } })
  await signedIn()
  await page.goto(`/inbox?workflow=${slug}&sort=case`)
  await expect(row(page, 'Ada First')).toBeVisible()
  await expect(row(page, 'Ben Second')).toBeVisible()
  await page.keyboard.press('n')
  await page.waitForURL(ofScreen)
  await shows(page, 'Ada First')

  const skip = page.getByRole('button', { name: 'Skip' })
  await skip.press('Enter')
  await shows(page, 'Ben Second')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // Nothing else is left, which is said; then both may come again.
  await skip.press('Enter')
  await expect(page.getByText('Nothing else of this list waits for you.')).toBeVisible()
  await page.getByRole('link', { name: 'Inbox' }).last().click()
  await expect(row(page, 'Ada First')).toContainText('Nobody')
  await expect(row(page, 'Ben Second')).toContainText('Nobody')
  await page.getByRole('button', { name: 'Take the next one' }).click()
  await page.waitForURL(ofScreen)
  await shows(page, 'Ada First')
  await page.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText('Given back.')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Take the next one' }).click()
  await page.waitForURL(ofScreen)
  await shows(page, 'Ben Second')
})

test('what somebody else has is locked, leads to the next one, and has no acts in the list', async ({
  page,
  browser,
  baseURL,
  publish,
  api,
  signedIn,
}) => {
  const { slug } = await publish('Locked', { startData, steps: [screen] })
  for (const patient of ['Ada Taken', 'Ben Free'])
    await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: { patient } } })
  await signedIn()
  const email = await addMember(page.request, 'Lena Lock', 'worker')
  const address = `/inbox?workflow=${slug}&sort=case`
  await page.goto(address)
  await row(page, 'Ben Free').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect(row(page, 'Ada Taken')).toContainText('You')

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const hers = await context.newPage()
  await signIn(hers, email, `/sign-in?next=${encodeURIComponent(address)}`)
  await expect(row(hers, 'Ada Taken')).toContainText('Demo Owner')
  await expect(hers.getByRole('button', { name: 'More for Ben Free' })).toBeVisible()
  await expect(hers.getByRole('button', { name: 'More for Ada Taken' })).toHaveCount(0)
  await expect(hers).toHaveTitle('Inbox · Rounds')

  await row(hers, 'Ada Taken').getByRole('link').click()
  await expect(hers.getByText(/^Demo Owner is working on this ·/)).toBeVisible()
  await expect(hers.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await expect(hers.getByRole('button', { name: 'Skip' })).toHaveCount(0)
  await hers.getByRole('button', { name: 'Take the next one' }).press('Enter')
  await shows(hers, 'Ben Free')
  await expect(hers.getByText('You are working on this.')).toBeVisible()

  // What is handed to her is counted in the title of her tab, on whichever page she is.
  await page.getByRole('button', { name: 'More for Ada Taken' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Hand over…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Hand over' })
  await expect(dialog.getByLabel('Name or e-mail')).toBeFocused()
  await page.keyboard.type(email)
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  // The number is read again every half minute.
  await expect(hers).toHaveTitle(/^\(1\) Ben Free.* · Rounds$/, { timeout: 90_000 })
  await hers.goto(address)
  await expect(hers).toHaveTitle('(1) Inbox · Rounds')
  await context.close()
})

test.describe('from another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('dates of many screens are set by the clock of the organization, and undone', async ({
    page,
    publish,
    api,
    signedIn,
  }) => {
    const { slug } = await publish('Dated', { startData, steps: [screen] })
    for (const patient of ['Ada Alpha', 'Ben Beta'])
      await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: { patient } } })
    await signedIn()
    await page.goto(`/inbox?workflow=${slug}&sort=case`)
    await expect(row(page, 'Ada Alpha')).toContainText('No date')
    await expect(row(page, 'Ben Beta')).toBeVisible()
    await page.keyboard.press('*')
    const bar = page.getByRole('region', { name: 'Selected screens' })
    await bar.getByRole('button', { name: 'Dates…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Dates of 2 screens' })
    await expect(dialog.getByText('Times are those of New York.')).toBeVisible()
    await dialog.getByLabel('Due', { exact: true }).selectOption('Set it to…')
    await dialog.getByLabel('Due: day and time').fill('2030-03-04T12:00')
    await dialog.getByRole('button', { name: 'Change them' }).click()
    await expect(page.getByText('Dates changed: 2')).toBeVisible()
    const answer = await api.get(`/api/v2/screens?workflow=${slug}`)
    const { items } = (await answer.json()) as { items: { dueAt: string }[] }
    expect(items.map(({ dueAt }) => dueAt)).toEqual(Array(2).fill('2030-03-04T17:00:00.000Z'))
    await expect(row(page, 'Ada Alpha')).toContainText('12:00 PM EST')

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone: 2')).toBeVisible()
    await expect(row(page, 'Ada Alpha')).toContainText('No date')
    await expect(row(page, 'Ben Beta')).toContainText('No date')
  })
})

test('Home shows what is overdue before what is urgent, and leads to all of it', async ({
  browser,
  baseURL,
  playwright,
}) => {
  const api = await otherOrganization('Late clinic', (options) =>
    playwright.request.newContext(options),
  )
  const email = await addMember(api, 'Hanna Home', 'worker')
  const due = { until: { $: 'start.due' } }
  const definition = {
    startData: { type: 'object', properties: { patient: { type: 'string' }, due: {} } },
    steps: [{ ...screen, config: { ...screen.config, due } }],
    settings: {},
  }
  const made = await api.post('/api/v2/workflows', { data: { name: 'Late', definition } })
  const { id, draftRevision } = (await made.json()) as { id: string; draftRevision: number }
  await api.post(`/api/v2/workflows/${id}/publish`, { data: { revision: draftRevision } })
  for (const [patient, at] of [
    ['Ulla Urgent', '2030-03-04T17:00:00Z'],
    ['Lars Late', '2026-01-02T17:00:00Z'],
  ])
    await startRun(api, id, { startData: { patient, due: at } })
  const count = async () => await (await api.get('/api/v2/screens/count')).json()
  await expect.poll(count).toEqual({ count: 2 })
  const raised = await api.post('/api/v2/screens/bulk', {
    data: { change: { act: 'prioritize', priority: 90 }, filters: { q: 'Ulla' } },
  })
  expect(await raised.json()).toMatchObject({ changed: 1 })

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, email)
  await page.goto('/')
  const urgent = page.getByRole('list', { name: 'The most urgent screens' }).getByRole('listitem')
  await expect(urgent).toHaveText([/Lars Late.*Overdue by/, /Ulla Urgent.*Due Mon, Mar 4/])
  await page.getByRole('link', { name: '1 overdue' }).click()
  await expect(row(page, 'Lars Late')).toContainText('Overdue by')
  await expect(row(page, 'Ulla Urgent')).toHaveCount(0)
  await context.close()
  await api.dispose()
})
