import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { otherOrganization } from '../organization/other-organization.ts'
import { age, arrive, cases, hire, openCases } from './office.ts'
import { untilListening } from '../listening.ts'

const ofScreen = /\/inbox\/[0-9a-f-]{36}$/
const taskOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })

const withWhom = (page: Page, name: string) => page.getByText(`${name} is working on this`).first()

/** All press at once; answers what each of them got. */
async function takeNext(pages: Page[]): Promise<string[]> {
  await Promise.all(pages.map(async (page) => await page.keyboard.press('n')))
  await Promise.all(pages.map(async (page) => await page.waitForURL(ofScreen)))
  await Promise.all(pages.map(async (page) => await expect(note(page)).toBeEnabled()))
  return pages.map(taskOf)
}

/** Writes the answer and sends it, by keyboard; the next case opens by itself. */
async function complete(page: Page, text: string): Promise<string> {
  const before = taskOf(page)
  await note(page).focus()
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => ofScreen.test(url.href) && !url.href.includes(before))
  await expect(heading(page)).toBeFocused()
  return taskOf(page)
}

/** As wide as a page of 1280 pixels at 400 %: nothing is cut, nothing scrolls sideways. */
async function expectReflow(page: Page): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 320, height: 256 })
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(tooWide).toBeLessThanOrEqual(0)
  await page.setViewportSize(usual)
}

test('a morning: three people, two hundred cases', async ({ browser, baseURL, playwright }) => {
  const api = await otherOrganization('Morning clinic', (options) =>
    playwright.request.newContext(options),
  )
  const [mara, nils, ola] = await test.step('200 cases wait, three people arrive', async () => {
    const names = ['Mara Kent', 'Nils Berg', 'Ola Frey']
    const emails = await Promise.all(names.map(async (name) => await hire(api, name)))
    await openCases(api, emails[1] ?? '')
    return await Promise.all(
      names.map((name, at) => arrive(browser, baseURL ?? '', name, emails[at] ?? '')),
    )
  })
  if (!mara || !nils || !ola) throw new Error('Somebody did not arrive.')
  const pages = [mara.page, nils.page, ola.page]
  await expectAccessible(ola.page)
  await expect(ola.page.getByText('Goes to Nils Berg').first()).toBeVisible()
  await expectReflow(ola.page)

  await test.step('all press Next at once, and again after completing', async () => {
    const first = await takeNext(pages)
    expect(new Set(first).size).toBe(3)
    const second = await Promise.all(pages.map((page) => complete(page, 'Seen.')))
    expect(new Set([...first, ...second]).size).toBe(6)
  })

  await test.step('a letter is read beside the decision', async () => {
    const letter = ola.page.getByRole('region', { name: 'Pages of letter.pdf' })
    const first = letter.getByRole('img', { name: 'Page 1 of 1 of letter.pdf' })
    await expect(first).toHaveJSProperty('complete', true)
    await expect(note(ola.page)).toBeInViewport()
    await expectAccessible(ola.page)
    await expectReflow(ola.page)
  })

  await test.step('a case is handed over with a note, and seen at once', async () => {
    await nils.page.goto(`/inbox/${taskOf(mara.page)}`)
    await expect(withWhom(nils.page, 'Mara Kent')).toBeVisible()
    const { page } = mara
    await page.getByRole('button', { name: 'Hand over…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Hand over' })
    await expect(dialog.getByLabel('Name or e-mail')).toBeFocused()
    await page.keyboard.type('Nils')
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await dialog.getByLabel('Note').focus()
    await page.keyboard.type('You know this patient.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Hand over' }).press('Enter')
    await expect(nils.page.getByText('You are working on this.')).toBeVisible()
    await expect(nils.page.getByText('You know this patient.')).toBeVisible()
    await expect(note(nils.page)).toBeEnabled()
    await expect(withWhom(page, 'Nils Berg')).toBeVisible()
  })

  await test.step('who gave it back by mistake undoes that', async () => {
    const { page } = nils
    await page.goto('/inbox?assignee=me&sort=case')
    await expect(page.getByText('from Mara Kent')).toBeVisible()
    await page.goto(`/inbox/${taskOf(ola.page)}`)
    await expect(withWhom(page, 'Ola Frey')).toBeVisible()
    await ola.page.getByRole('button', { name: 'Give back' }).press('Enter')
    await expect(withWhom(page, 'Ola Frey')).toBeHidden()
    await ola.page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(ola.page.getByText('You are working on this.')).toBeVisible()
    await expect(withWhom(page, 'Ola Frey')).toBeVisible()
  })

  await test.step('nobody takes a case in time: it goes to Nils, and Ola sees it', async () => {
    const free = await api.get('/api/v2/screens?assignee=nobody&sort=case&limit=1')
    const [item] = ((await free.json()) as { items: { taskId: string }[] }).items
    await ola.page.goto(`/inbox/${item?.taskId}`)
    await expect(ola.page.getByRole('button', { name: 'Claim' })).toBeVisible()
    age(item?.taskId ?? '')
    await expect(withWhom(ola.page, 'Nils Berg')).toBeVisible()
    await expectAccessible(ola.page)
  })

  await test.step('the connection is lost: what was typed stays, and is sent later', async () => {
    const { page, context } = mara
    await page.goto('/inbox')
    await takeNext([page])
    await context.setOffline(true)
    await note(page).focus()
    await page.keyboard.type('Called, no answer.')
    await expect(page.getByText('Not saved yet: no connection')).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(page.getByText(/^Saved/)).toBeVisible()
    await page.reload()
    await expect(note(page)).toHaveValue('Called, no answer.')
    await complete(page, ' Left a message.')
  })

  await test.step('Mara is out of office: what is handed to her goes to Nils', async () => {
    const { page } = mara
    await page.goto('/settings?tab=absence')
    await page.getByRole('button', { name: 'Enter an absence' }).press('Enter')
    const entry = page.getByRole('dialog', { name: 'Enter an absence' })
    await entry.getByLabel('Name or e-mail').fill('Nils')
    const found = entry.getByRole('radiogroup', { name: 'Person' }).getByRole('radio')
    await expect(found).toHaveCount(1)
    await expect(found).toBeChecked()
    await expectAccessible(page)
    await entry.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(entry).toHaveCount(0)
    await expect(page.getByText('Nils Berg').first()).toBeVisible()
    await page.goto('/inbox')
    await expect(page.getByText('Nils Berg gets what comes for you.')).toBeVisible()

    await ola.page.goto('/inbox')
    await takeNext([ola.page])
    await ola.page.getByRole('button', { name: 'Hand over…' }).press('Enter')
    const dialog = ola.page.getByRole('dialog', { name: 'Hand over' })
    await expect(dialog.getByLabel('Name or e-mail')).toBeFocused()
    await ola.page.keyboard.type('Mara')
    await expect(dialog.getByText('Nils Berg stands in')).toBeVisible()
    await dialog.getByRole('button', { name: 'Hand over' }).press('Enter')
    await expect(ola.page.getByText('Nils Berg has it now, for Mara Kent.')).toBeVisible()
    await expect(withWhom(ola.page, 'Nils Berg')).toBeVisible()
  })

  await test.step('all that nobody has go to Ola', async () => {
    const { page } = ola
    await page.goto('/inbox?assignee=nobody')
    await expect(page.getByRole('row').nth(50)).toBeVisible()
    await untilListening(page)
    await page.keyboard.press('*')
    const bar = page.getByRole('region', { name: 'Selected screens' })
    await bar.getByRole('button', { name: /^Select all \d+ that match/ }).press('Enter')
    await bar.getByRole('button', { name: 'Assign…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Assign all \d+ screens/ })
    await expect(dialog.getByLabel('Name or e-mail')).toBeFocused()
    await page.keyboard.type('Ola')
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Assigned to Ola Frey: 1\d\d$/)).toBeVisible()
    await expect(page.getByText('No open screen matches')).toBeVisible()
    const left = await api.get('/api/v2/screens/count?assignee=nobody')
    expect(await left.json()).toEqual({ count: 0 })
    const open = await api.get('/api/v2/screens/count')
    expect(await open.json()).toEqual({ count: cases - 4 })
  })

  for (const { context } of [mara, nils, ola]) await context.close()
  await api.dispose()
})
