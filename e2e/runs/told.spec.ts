import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { addMember, signIn } from '../organization/people.ts'
import { startRun } from '../runs.ts'
import { screenOfRun } from '../screens.ts'

/** Delivers a message as a push service does, which this machine cannot reach, and reads what it shows. */
async function shownMessage(page: Page, message: object) {
  await page.context().grantPermissions(['notifications'])
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js')
    await navigator.serviceWorker.ready
  })
  const { origin } = new URL(page.url())
  const data = JSON.stringify(message)
  const registrationId = await registered
  const shown = async () =>
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const [first] = await registration.getNotifications()
      return first && { title: first.title, body: first.body, path: first.data as unknown }
    })
  // A push service repeats what is not confirmed; a worker that has only just started drops it.
  await expect(async () => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await expect.poll(shown, { timeout: 3000 }).toBeDefined()
  }).toPass()
  return await shown()
}

test('who is mentioned hears of it by bell, title and browser', async ({
  page,
  browser,
  api,
  signedIn,
}) => {
  const startData = { patientName: 'Quentin Quiet', emrPatientId: 'EMR-1003', diagnosis: 'Knee' }
  const run = await startRun(api, 'referral-intake', { startData })
  const taskId = await screenOfRun(api, run.id)
  await signedIn()
  await page.goto(`/inbox/${taskId}`)
  const email = await addMember(page.request, 'Wanda Told', 'worker')

  const comment = page.getByLabel('New comment')
  await comment.pressSequentially('The letter came, see @Wanda To')
  await expect(page.getByRole('option', { name: /^Wanda Told/ })).toBeVisible()
  await expectAccessible(page)
  await comment.press('Enter')
  await comment.press('Control+End')
  await comment.pressSequentially('please')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText('@Wanda Told')

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const theirs = await context.newPage()
  await signIn(theirs, email)
  await theirs.goto('/')
  await expect(theirs).toHaveTitle(/^\(1\) /)
  await theirs.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const bell = theirs.getByRole('dialog')
  await expect(bell).toContainText('You were mentioned')
  await expect(bell).toContainText('Quentin Quiet · EMR-1003')
  await expectAccessible(theirs)
  const message = { title: 'Rounds', body: 'A comment mentions you', path: `/runs/${run.id}` }
  expect(await shownMessage(theirs, message)).toMatchObject({ body: 'A comment mentions you' })
  await bell.getByRole('link', { name: /You were mentioned/ }).click()
  await theirs.waitForURL(new RegExp(`/runs/${run.id}`))
  await expect(theirs).not.toHaveTitle(/^\(1\) /)
  await context.close()
})

test('a view is saved, renamed and deleted, counts its screens, and its menus are accessible', async ({
  page,
  signedIn,
}) => {
  const first = `Unclaimed ${Date.now()}`
  const views = page.getByRole('navigation', { name: 'Views of the inbox' })
  await signedIn()
  await page.goto('/inbox?assignee=nobody')
  await page.getByRole('button', { name: 'Save as view…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(first)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(views.getByText(first)).toBeVisible()

  const menu = page.getByRole('button', { name: 'This view' })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Name and sharing…' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Name and sharing…' }).click()
  await dialog.getByLabel('Name').fill(`${first} now`)
  await dialog.getByLabel('Who sees it').selectOption('Everybody here')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(views.getByText(`${first} now`)).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete it' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click()
  await expect(views.getByText(first)).toHaveCount(0)
  await expect(views.getByRole('button', { name: /^Everything/ })).toBeFocused()
})
