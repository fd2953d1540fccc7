import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openScreen } from '../screens.ts'

const note = { type: 'string', title: 'Note' }
const schema = { type: 'object', properties: { note } }
const start = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
const screen = [{ id: 'look', title: 'Look', type: 'screen', config: { title: 'Look', schema } }]

/** The keys of everything that the product stored in this browser. */
const storedKeys = async (page: Page) =>
  await page.evaluate(() =>
    [sessionStorage, localStorage].flatMap((storage) =>
      Object.keys(storage).filter((key) => key.startsWith('rounds.')),
    ),
  )

test('what one person typed is not there for the next one', async ({
  page,
  context,
  signedIn,
  publish,
}) => {
  const { slug } = await publish('Private text', { startData: schema, steps: start })
  const email = `next-${Date.now()}@example.com`
  const member = { name: 'Next Person', email, role: 'worker' }
  await signedIn()
  await page.goto(`/forms/${slug}`)
  await page.getByLabel('Note').fill('SECRET PATIENT')
  await page.reload()
  await expect(page.getByLabel('Note')).toHaveValue('SECRET PATIENT')
  await expect(page.getByText('What you typed before is here again.')).toBeVisible()

  const headers = { origin: new URL(page.url()).origin }
  const invited = await page.request.post('/api/v2/members', { data: member, headers })
  const { link } = (await invited.json()) as { link: string }

  // The session ends without a sign-out, and another person uses the same tab.
  await context.clearCookies()
  await page.goto(link)
  await page.getByLabel('Choose a password').fill('a long enough password')
  await page.getByRole('button', { name: /^Create the account and join/ }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto(`/forms/${slug}`)
  await expect(page.getByLabel('Note')).toHaveValue('')
  await expect.poll(async () => await storedKeys(page)).toEqual([])

  // Signing out leaves nothing, in another tab neither.
  await page.getByLabel('Note').fill('ANOTHER SECRET')
  const other = await context.newPage()
  await other.goto(`/forms/${slug}`)
  await other.getByLabel('Note').fill('A THIRD ONE')
  expect(await storedKeys(other)).not.toEqual([])
  await page.getByRole('button', { name: 'Account of Next Person' }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(/\/sign-in/)
  await other.waitForURL(/\/sign-in/)
  expect([await storedKeys(page), await storedKeys(other)]).toEqual([[], []])
})

test('what was typed is offered again when the form was published anew, as far as it fits', async ({
  page,
  context,
  signedIn,
  publish,
  api,
}) => {
  const ward = { type: 'string', title: 'Ward' }
  const beds = { type: 'integer', title: 'Beds' }
  const before = { type: 'object', properties: { note, ward, beds } }
  const { id, slug } = await publish('Changing form', { startData: before, steps: start })
  const shared = await api.patch(`/api/v2/workflows/${id}`, {
    data: { formPublic: true, formProtection: 'off' },
  })
  const { formToken, draftRevision } = await shared.json()
  const visitor = await context.newPage()
  await signedIn()
  await page.goto(`/forms/${slug}`)
  await visitor.goto(`/f/${formToken}`)
  for (const tab of [page, visitor]) {
    await tab.getByLabel('Note').fill('Needs a ramp')
    await tab.getByLabel('Ward').fill('North')
    await tab.getByLabel('Beds').fill('3')
  }

  const after = { type: 'object', properties: { note, beds: { ...beds, type: 'string' } } }
  const definition = { startData: after, steps: start, settings: {} }
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    data: { definition },
    headers: { 'if-match': `"${draftRevision}"` },
  })
  const { draftRevision: revision } = await saved.json()
  await api.post(`/api/v2/workflows/${id}/publish`, { data: { revision } })
  for (const tab of [page, visitor]) {
    for (const said of ['This form was changed since you typed', 'What you typed before']) {
      await tab.reload()
      await expect(tab.getByRole('status').filter({ hasText: said })).toBeVisible()
      await expect(tab.getByLabel('Note')).toHaveValue('Needs a ramp')
      await expect(tab.getByLabel('Beds')).toHaveValue('')
      const left = tab.getByRole('region', { name: 'What you typed' })
      await expect(left).toContainText('Ward: North')
      await expect(left).toContainText('Beds: 3')
    }
    await expectAccessible(tab)
    await tab.getByRole('button', { name: 'Start over' }).click()
    await expect(tab.getByLabel('Note')).toHaveValue('')
    await expect(tab.getByRole('region', { name: 'What you typed' })).toHaveCount(0)
  }
})

test('a draft is saved when the connection comes back, and outlives its tab', async ({
  page,
  context,
  signedIn,
  publish,
  api,
}) => {
  const { id } = await publish('Draft offline', { steps: screen })
  const taskId = await openScreen(api, id)
  await signedIn()
  await page.goto(`/inbox/${taskId}`)
  const field = page.getByLabel('Note')
  await expect(field).toBeVisible()
  await context.setOffline(true)
  await field.fill('typed offline')
  await expect(page.getByText('Not saved yet: no connection, kept on this device')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Saved · /)).toBeVisible()

  // Nothing reaches the server any more, and the tab is closed.
  await page.route('**/draft', async (route) => await route.abort('connectionreset'))
  await field.fill('typed before the tab was closed')
  await expect(page.getByText('Not saved yet: no connection, kept on this device')).toBeVisible()
  await page.close()
  const next = await context.newPage()
  await next.goto(`/inbox/${taskId}`)
  await expect(next.getByLabel('Note')).toHaveValue('typed before the tab was closed')
  await expect(next.getByText(/^Saved · /)).toBeVisible()
  await next.reload()
  await expect(next.getByLabel('Note')).toHaveValue('typed before the tab was closed')
  expect(await storedKeys(next)).toEqual([])
})

test('a session that ended while a screen was filled in says so, and leads back to it', async ({
  page,
  context,
  signedIn,
  publish,
  api,
}) => {
  const { id } = await publish('Session ends', { steps: screen })
  const taskId = await openScreen(api, id)
  await signedIn()
  await page.goto(`/inbox/${taskId}`)
  await page.getByLabel('Note').fill('typed before it ended')
  await expect(page.getByText(/^Saved · /)).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await page.getByLabel('E-mail').fill(process.env['E2E_EMAIL'] ?? '')
  await page.getByLabel('Password').fill(process.env['E2E_PASSWORD'] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === `/inbox/${taskId}`)
  await expect(page.getByLabel('Note')).toHaveValue('typed before it ended')
})

test('two tabs of one person do not overwrite each other', async ({
  page,
  context,
  signedIn,
  publish,
  api,
}) => {
  const { id } = await publish('Two tabs', { steps: screen })
  const taskId = await openScreen(api, id)
  await signedIn()
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/inbox/${taskId}`)
    await expect(tab.getByLabel('Note')).toBeVisible()
  }
  await page.getByLabel('Note').fill('from the first tab')
  await expect(page.getByText(/^Saved · /)).toBeVisible()
  await other.getByLabel('Note').fill('from the second tab')
  const question = other.getByText('You typed on this screen in another tab as well')
  await expect(question).toBeVisible()
  await other.getByRole('button', { name: 'Load the other text' }).click()
  await expect(question).toHaveCount(0)
  await expect(other.getByLabel('Note')).toHaveValue('from the first tab')
  await other.getByLabel('Note').fill('from both tabs')
  await expect(other.getByText(/^Saved · /)).toBeVisible()
  await other.getByRole('button', { name: 'Complete' }).click()
  await other.waitForURL((url) => !url.pathname.endsWith(taskId))
  const { items } = await (await api.get(`/api/v2/runs?workflow=${id}`)).json()
  await expect
    .poll(async () => {
      const run = await (await api.get(`/api/v2/runs/${items[0].id}`)).json()
      return run.tasks.find((task: { stepId: string }) => task.stepId === 'look')?.output
    })
    .toEqual({ note: 'from both tabs' })
})

test('a screen whose answer was lost is completed once, and the next page opens', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const { id } = await publish('Lost answer', { steps: screen })
  const taskId = await openScreen(api, id)
  await signedIn()
  let tries = 0
  await page.route('**/complete', async (route) => {
    tries += 1
    if (tries > 1) return await route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.goto(`/inbox/${taskId}`)
  await page.getByLabel('Note').fill('typed once')
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await page.waitForURL((url) => !url.pathname.endsWith(taskId))
  expect(tries).toBe(2)
  expect(await storedKeys(page)).toEqual([])
})

test('what was typed on a screen that somebody else completed is offered for copying', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const { id } = await publish('Closed meanwhile', { steps: screen })
  const taskId = await openScreen(api, id)
  await signedIn()
  await page.goto(`/inbox/${taskId}`)
  await page.getByLabel('Note').fill('an hour of work')
  await expect(page.getByText(/^Saved · /)).toBeVisible()
  const output = { note: 'from a system' }
  await api.post(`/api/v2/screens/${taskId}/complete`, { data: { output } })

  // Nothing was pressed: the page hears of it.
  await expect(page.getByText(/completed this screen/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Take the next one' })).toBeVisible()
  const typed = page.getByRole('region', { name: 'What you typed' })
  await expect(typed).toContainText('Note: an hour of work')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await typed.getByRole('button', { name: 'Copy what you typed' }).click()
  await expect(typed.getByRole('button', { name: 'Copied' })).toBeVisible()
  const clipboard = await page.evaluate(async () => await navigator.clipboard.readText())
  expect(clipboard).toBe('Note: an hour of work')

  await page.reload()
  await expect(typed).toContainText('Note: an hour of work')
})
