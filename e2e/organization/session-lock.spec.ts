import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { addMember, age, coverOf, leaveAlone, password, signIn } from './people.ts'

async function unlock(page: Page): Promise<void> {
  await coverOf(page).getByLabel('Password').fill(password)
  await coverOf(page).getByRole('button', { name: 'Unlock' }).click()
}

test('an idle page is covered with what was typed; its person goes on, another sees nothing', async ({
  browser,
  context: owner,
  signedIn,
  publish,
  baseURL,
}) => {
  await signedIn()
  const note = { type: 'string', title: 'Note' }
  const { slug } = await publish('Locked form', {
    startData: { type: 'object', properties: { note } },
    steps: [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }],
  })
  const ada = await addMember(owner.request, 'Ada Idle', 'worker')
  const bo = await addMember(owner.request, 'Bo Next', 'worker')
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await page.clock.install()
  await signIn(page, ada)
  await page.goto(`/forms/${slug}`)
  await page.getByLabel('Note').fill('SECRET PATIENT')
  const other = await context.newPage()
  await other.goto(`/forms/${slug}`)
  await expect(other.getByLabel('Note')).toBeVisible()

  // A minute before it locks the page warns; a key takes the warning back.
  const warning = page.getByText('This page locks in a minute.')
  await page.clock.fastForward('14:10')
  await expect(warning).toBeVisible()
  const reported = page.waitForResponse('**/api/v2/profile/session/activity')
  await page.getByLabel('Note').press('End')
  await expect(warning).toBeHidden()
  await reported

  await leaveAlone(page, ada)
  // One page notices; all tabs are covered, and the server answers nothing.
  for (const tab of [page, other]) {
    await expect(coverOf(tab)).toBeVisible()
    await expect(tab.getByLabel('Note')).toBeHidden()
    await expect(tab.getByText('Locked form')).toBeHidden()
  }
  expect((await context.request.get('/api/v2/forms')).status()).toBe(423)
  await expectAccessible(page)
  await other.reload()
  await expect(other).toHaveURL(/\/locked\?next=/)

  // Escape and a wrong password change nothing; the right one brings everything back.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await coverOf(page).getByLabel('Password').fill('not the password')
  await coverOf(page).getByRole('button', { name: 'Unlock' }).click()
  await expect(coverOf(page).getByRole('alert')).toContainText('This is not your password.')
  await unlock(page)
  await expect(coverOf(page)).toBeHidden()
  await expect(page.getByLabel('Note')).toHaveValue('SECRET PATIENT')
  await other.waitForURL(`**/forms/${slug}`)

  // Somebody else signs in at the same browser: nothing of it is there, and the old session is over.
  const cookies = await context.cookies()
  await page.getByRole('button', { name: 'Account of Ada Idle' }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(coverOf(other)).toBeVisible()
  await coverOf(page).getByRole('link', { name: 'Sign in as somebody else' }).click()
  await page.waitForURL(/\/sign-in/)
  await signIn(page, bo, page.url())
  await expect(page.getByRole('button', { name: 'Account of Bo Next' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Account of Bo Next' })).toBeVisible()
  await page.goto(`/forms/${slug}`)
  await expect(page.getByLabel('Note')).toHaveValue('')
  const before = await browser.newContext(baseURL ? { baseURL } : {})
  await before.addCookies(cookies)
  expect((await before.request.get('/api/v2/forms')).status()).toBe(401)
  await Promise.all([context.close(), before.close()])
})

test('a sensitive act asks who it is once, and keeps the form', async ({
  browser,
  context: owner,
  signedIn,
  baseURL,
}) => {
  await signedIn()
  const email = await addMember(owner.request, 'Cleo Keys', 'owner')
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, email)
  await page.goto('/settings?tab=api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const form = page.getByRole('dialog', { name: 'Create an API key' })
  await form.getByLabel('Name').fill('Asked for once')
  age(email, 'confirmed')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(form.getByLabel('Name')).toHaveValue('Asked for once')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await confirm.getByLabel('Password').fill(password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByLabel('The new API key')).toHaveValue(/^rk_live_/)
  await context.close()
})
