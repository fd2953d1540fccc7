import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { everyField, everyFieldOnPages } from '#test/samples/every-field'
import { startRun } from '../runs.ts'
import { screenOfRun } from '../screens.ts'
import { signedInPages } from './addresses.ts'

// A window of 1280 × 1024 at 400 %.
test.use({ viewport: { width: 320, height: 256 } })

const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]

/** What needs two directions by its nature: a canvas; tables and code scroll by themselves. */
const drawings = ['/workflows/referral-intake']

/** What stands beyond the edge of the page where nothing can be scrolled to it. */
function beyondTheEdge(): string[] {
  const width = document.documentElement.clientWidth
  const scrolls = (element: Element): boolean =>
    element !== document.body &&
    element !== document.documentElement &&
    /auto|scroll/.test(getComputedStyle(element).overflowX)
  const inScroller = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (scrolls(each)) return true
    return false
  }
  const found = [...document.querySelectorAll('body *')].filter((element) => {
    const { width: own, left, right } = element.getBoundingClientRect()
    const { visibility } = getComputedStyle(element)
    if (own < 2 || visibility === 'hidden' || (right <= width + 1 && left >= -1)) return false
    const isApart = 'svg, .sr-only, [aria-hidden="true"], .react-flow'
    return !element.closest(isApart) && !inScroller(element)
  })
  const scrollWidth = document.scrollingElement?.scrollWidth ?? 0
  return [
    ...(scrollWidth > width ? [`the page is ${scrollWidth} px wide`] : []),
    ...found.slice(0, 5).map((element) => element.outerHTML.slice(0, 160)),
  ]
}

/** Fields and buttons of which nothing is seen while they have the focus. */
function coveredAtFocus(): string[] {
  const places = 'main :is(a[href], button, input, select, textarea):not(:disabled)'
  const isSeen = (element: HTMLElement): boolean => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const x = Math.min(Math.max((left + right) / 2, 1), window.innerWidth - 1)
    return [top + 3, (top + bottom) / 2, bottom - 3].some((y) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    })
  }
  return [...document.querySelectorAll<HTMLElement>(places)].slice(0, 150).flatMap((element) => {
    if (element.closest('.sr-only') ?? element.getClientRects().length === 0) return []
    element.focus()
    if (document.activeElement !== element || isSeen(element)) return []
    return [element.outerHTML.slice(0, 160)]
  })
}

/** How much of the window is always taken by bars that do not scroll away. */
function heightOfBars(): number {
  const bars = [...document.querySelectorAll('body *')].flatMap((element) => {
    const { position } = getComputedStyle(element)
    const { top, bottom, width } = element.getBoundingClientRect()
    if (!/fixed|sticky/.test(position) || width < 160) return []
    return [Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0))]
  })
  return bars.reduce((all, each) => all + each, 0)
}

async function expectReflow(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (!drawings.includes(path))
    await expect.poll(() => page.evaluate(beyondTheEdge), { message: path }).toEqual([])
  expect(await page.evaluate(coveredAtFocus), `covered on ${path}`).toEqual([])
  expect(await page.evaluate(heightOfBars), `bars of ${path}`).toBeLessThan(128)
}

test('every page reads in one column at 400 %, and nothing covers what has the focus', async ({
  page,
  signedIn,
}) => {
  test.slow()
  await signedIn()
  for (const path of signedInPages.filter((each) => !each.startsWith('/docs')))
    await expectReflow(page, path)
})

test('so do forms of every kind, screens and runs', async ({ page, signedIn, publish, api }) => {
  test.slow()
  const { id, slug } = await publish('Every field', { startData: everyField, steps })
  const paged = await publish('Every field on pages', { startData: everyFieldOnPages, steps })
  const step = { id: 'ask', title: 'Ask everything', type: 'screen', config: { title: 'All' } }
  const screened = await publish('Every field on a screen', {
    startData: { type: 'object', properties: { patientName: { type: 'string' } } },
    steps: [{ ...step, config: { ...step.config, schema: everyField } }],
  })
  const patientName = 'Wilhelmina Featherstonehaugh-Cholmondeley'
  const run = await startRun(api, screened.slug, { startData: { patientName } })
  const task = await screenOfRun(api, run.id)
  const shared = await api.patch(`/api/v2/workflows/${id}`, { data: { formPublic: true } })
  const { formToken } = (await shared.json()) as { formToken: string }
  for (const path of [`/f/${formToken}`, `/f/${formToken}?language=es`]) {
    await expectReflow(page, path)
    // With everything that a person may add, and with what is wrong.
    for (const button of await page.getByRole('button', { name: /^(Add|Agregar|Añadir)/ }).all())
      await button.click()
    await page.getByRole('button', { name: /^(Send|Enviar)$/ }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect.poll(() => page.evaluate(beyondTheEdge)).toEqual([])
    expect(await page.evaluate(coveredAtFocus)).toEqual([])
  }
  await signedIn()
  for (const path of [
    `/forms/${slug}`,
    `/forms/${paged.slug}`,
    `/inbox/${task}`,
    `/runs/${run.id}`,
  ])
    await expectReflow(page, path)
})
