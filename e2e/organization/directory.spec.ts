import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openScreen } from '../screens.ts'
import { addPerson, givePassword } from './people.ts'

const headers = () => ({ origin: process.env['E2E_BASE_URL'] ?? '' })

const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const openDetails = async (page: Page, name: string) =>
  await card(page, name)
    .getByRole('button', { name: /^Groups, people, settings/ })
    .click()

async function connect(page: Page, directory: string, name: string): Promise<void> {
  await page.goto('/settings?tab=directories')
  await page.getByRole('button', { name: 'Connect a directory' }).click()
  const form = page.getByRole('dialog', { name: 'Connect a directory' })
  await form.getByLabel('Your directory').selectOption({ label: directory })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Connect' }).click()
}

async function disconnect(page: Page, name: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: /^Disconnect/ })
    .click()
  const sure = page.getByRole('alertdialog')
  await sure.getByLabel(/^Type the name/).fill(name)
  await sure.getByRole('button', { name: 'Disconnect for good' }).click()
  // Behind the open question everything else is hidden, too.
  await expect(sure).toBeHidden()
  await expect(card(page, name)).toBeHidden()
}

test('a person of Okta gets a role by a group, and as a leaver loses the open page', async ({
  browser,
  context: owner,
  page,
  playwright,
  publish,
  signedIn,
  api,
  baseURL,
}) => {
  await signedIn()
  const stamp = Date.now()
  const name = `Okta ${stamp}`
  const email = `lee-${stamp}@example.com`
  await addPerson(owner.request, { name: 'Lee Leaver', email, role: 'worker' })
  const { slug } = await publish('Claimed', {
    steps: [
      {
        id: 'ask',
        title: 'Ask',
        type: 'screen',
        config: { title: 'Ask' },
      },
    ],
  })
  const taskId = await openScreen(api, slug)

  await connect(page, 'Okta', name)
  const shown = page.getByRole('dialog', { name: `Copy both into ${name} now` })
  await expect(shown).toContainText('SCIM connector base URL')
  const address = await shown.getByLabel('SCIM address').inputValue()
  const token = await shown.getByLabel('Token', { exact: true }).inputValue()
  await expectAccessible(page)
  // It is shown this once, so only its button closes the dialog.
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'I have copied both' }).click()
  await expect(shown).toBeHidden()
  await expect(card(page, name)).toContainText('Waits for its first call')
  expect(await page.content()).not.toContain(token)

  const okta = await playwright.request.newContext({
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  const made = await okta.post(`${address}/Users`, {
    data: { userName: email, displayName: 'Lee Leaver', active: true },
  })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()) as { id: string }
  const group = { displayName: `Intake ${stamp}`, members: [{ value: id }] }
  expect((await okta.post(`${address}/Groups`, { data: group })).status()).toBe(201)

  await expect(card(page, name)).toContainText('Connected')
  await openDetails(page, name)
  await page.getByLabel(`Role of Intake ${stamp}`).selectOption('builder')
  const people = page.getByRole('region', { name: `People of ${name}` })
  await expect(people).toContainText('Member, Builder')
  await expectAccessible(page)

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const theirs = await context.newPage()
  await givePassword(theirs, email, { path: '/sign-in?next=/inbox' })
  await theirs.waitForURL((url) => url.pathname === '/inbox')
  const claimed = await context.request.post(`/api/v2/screens/${taskId}/claim`, {
    headers: headers(),
  })
  expect(claimed.status()).toBe(200)

  const off = { Operations: [{ op: 'replace', value: { active: false } }] }
  const left = await okta.patch(`${address}/Users/${id}`, { data: off })
  expect(left.status()).toBe(200)
  // From the next request on, which an open inbox makes within five seconds.
  expect((await context.request.get('/api/v2/screens')).status()).toBe(401)
  await theirs.waitForURL(/\/sign-in/)
  const screen = (await (await api.get(`/api/v2/screens/${taskId}`)).json()) as { claim: unknown }
  expect(screen.claim).toBeNull()
  await expect(people).toContainText('Switched off: no access.')

  await disconnect(page, name)
  expect((await okta.get(`${address}/Users`)).status()).toBe(401)
  await okta.dispose()
  await context.close()
})

test('in a sandbox somebody joins, moves and leaves; many at once wait for the owner', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  const name = `Sandbox ${Date.now()}`
  await connect(page, 'Sandbox: invented people, to try it', name)
  await expect(card(page, name)).toContainText('6 people, 3 groups')
  for (const [button, said] of [
    ['Somebody joins', / joined\.$/],
    ['Somebody moves', / moved to /],
    ['Somebody leaves', / left and has no access any more\.$/],
  ] as const) {
    await card(page, name).getByRole('button', { name: button }).click()
    await expect(page.getByText(said).first()).toBeVisible()
  }
  await expect(card(page, name)).toContainText('6 people, 1 switched off, 3 groups')

  await card(page, name).getByRole('button', { name: 'Many leave' }).click()
  await expect(card(page, name)).toContainText('would end the access of 2 people')
  const waiting = page.getByRole('region', { name: `People who wait, ${name}` })
  await expect(waiting.getByText('keeps access until you activate the plan')).toHaveCount(2)
  await expectAccessible(page)
  await card(page, name).getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End their access' }).click()
  await expect(waiting).toBeHidden()
  await openDetails(page, name)
  const people = page.getByRole('region', { name: `People of ${name}` })
  await expect(people.getByText('Switched off: no access.')).toHaveCount(3)
  await disconnect(page, name)
})
