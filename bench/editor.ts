import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'
import { withBrowserFirst } from './support/browser-first.ts'
import { MeasuredPage } from './support/browser-page.ts'
import { drawnWorkflow } from './support/drawn-workflow.ts'
import { startProduct, type Product } from './support/product.ts'
import { quantile, report, round } from './support/report.ts'

/**
 * The editor with workflows of 100 and 800 steps in a browser: opening, moving, typing, selecting,
 * undo, tidying up, the outline, what a change sends, and what 50 openings leave in the memory.
 * `ms` are what a person waits, on this machine as busy as it is; `cpu` is what the page's main
 * thread computed meanwhile.
 *
 *     node bench/editor.ts [steps ...]
 */
const email = 'owner@example.com'
const password = 'a long password for benchmarks'
const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [100, 800]
const openings = { measured: 5, forMemory: 50 }

/** The person is at hand: they move the mouse as soon as there is a page. */
const atHand = `document.addEventListener('DOMContentLoaded', () => {
  const look = () => {
    window.dispatchEvent(new Event('pointermove'))
    if (document.querySelector('[data-deaf], [data-canvas-picture], [aria-busy=true]'))
      return requestAnimationFrame(look)
    window.benchReady = performance.now()
  }
  look()
})`

async function makeWorkflow(
  product: Product,
  steps: number,
): Promise<{ id: string; name: string }> {
  const name = `Drawn ${steps}`
  const answer = await fetch(`${product.origin}/api/v2/workflows`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${product.demoKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name, definition: drawnWorkflow(steps) }),
  })
  if (!answer.ok) throw new Error(`No workflow was made: ${await answer.text()}`)
  return { id: ((await answer.json()) as { id: string }).id, name }
}

async function signIn(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.close()
  return context
}

/** Opens the workflow some times; the first time the browser has none of its code yet. */
async function measureOpening(context: BrowserContext, url: string) {
  const idle: number[] = []
  const ready: number[] = []
  const cpu: number[] = []
  for (let turn = 0; turn <= openings.measured; turn += 1) {
    const page = await context.newPage()
    const measured = await MeasuredPage.of(page)
    await page.addInitScript(atHand)
    await page.goto(url)
    await page.waitForFunction('window.benchReady')
    idle.push(await measured.idleSince())
    ready.push((await page.evaluate('window.benchReady')) as number)
    cpu.push(await measured.cpu())
    await page.close()
  }
  const [firstIdle = 0, ...laterIdle] = idle
  return {
    firstMs: round(firstIdle, 0),
    idleMs: { least: round(Math.min(...laterIdle), 0), median: round(quantile(laterIdle, 0.5), 0) },
    readyMs: round(quantile(ready.slice(1), 0.5), 0),
    cpu: round(quantile(cpu.slice(1), 0.5), 0),
  }
}

const canvas = (page: Page) => page.getByRole('region', { name: 'Canvas' })

async function zoomOf(page: Page): Promise<number> {
  return await page
    .locator('.react-flow__viewport')
    .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a)
}

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await canvas(page).boundingBox()
  if (!box) throw new Error('There is no canvas.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** By Ctrl and the wheel at the open step, until the zoom is this. */
async function zoomTo(page: Page, wanted: number): Promise<void> {
  const { x, y } = await middleOf(page)
  await page.mouse.move(x, y)
  await page.keyboard.down('Control')
  for (let zoom = await zoomOf(page); zoom > wanted * 1.05; zoom = await zoomOf(page)) {
    await page.mouse.wheel(0, Math.min(60, Math.max(4, (zoom / wanted - 1) * 80)))
    await untilStill(page)
  }
  await page.keyboard.up('Control')
}

/** Until the view has not moved for some frames. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(
    async () =>
      await new Promise<void>((resolve) => {
        const at = () =>
          document.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform ?? ''
        let before = at()
        let still = 0
        const look = () => {
          still = at() === before ? still + 1 : 0
          before = at()
          if (still > 10) resolve()
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )
}

/** By dragging the empty canvas up and down. */
async function pan(measured: MeasuredPage) {
  const { page } = measured
  const { x, y } = await middleOf(page)
  // The right edge of the canvas: nothing stands there.
  const box = await canvas(page).boundingBox()
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) - 24, y: y - 150 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  const frames = await measured.frames(async (turn) => {
    const height = 100 - Math.abs((turn % 50) - 25) * 4
    await page.mouse.move(at.x - (turn % 20), at.y + height)
  }, 200)
  await page.mouse.up()
  await page.mouse.move(x, y)
  return frames
}

const title = (page: Page) => page.getByLabel('Step title', { exact: true })

async function goTo(page: Page, words: string, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command' }).fill(`go to ${words}`)
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('input')].some((input) => input.value === wanted) ||
      [...document.querySelectorAll('textarea')].some((input) => input.value === wanted),
    name,
  )
  await untilStill(page)
}

const letters = 'the quick brown fox jumps over the lazy dog again'.match(/./g) ?? []

/** What is measured at one zoom, with a step open in the inspector. */
async function measureZoom(measured: MeasuredPage, at: 'fit' | number) {
  const { page } = measured
  // Back from the inspector to the step.
  await page.keyboard.press('Escape')
  if (at === 'fit') await page.keyboard.press('f')
  else await zoomTo(page, at)
  await untilStill(page)
  const zoom = round(await zoomOf(page))
  const elements = await measured.elements()
  const panned = await pan(measured)
  await title(page).focus()
  const typing = await measured.keys(letters)
  const typingAlone = await withBrowserFirst(async () => await measured.keys(letters))
  return { zoom, elements, pan: panned, typing, typingAlone }
}

/** The steps of which the whole box can be clicked. */
async function stepsInSight(page: Page): Promise<{ id: string; x: number; y: number }[]> {
  return await page.locator('.react-flow__node-step').evaluateAll((boxes) =>
    boxes.flatMap((box) => {
      const { x, y, width } = box.getBoundingClientRect()
      const at = { x: x + width / 2, y: y + 14 }
      const top = document.elementFromPoint(at.x, at.y)
      return top && box.contains(top) ? [{ id: box.getAttribute('data-id') ?? '', ...at }] : []
    }),
  )
}

/** Clicks one box after the other, until the inspector has it. */
async function measureSelection(measured: MeasuredPage) {
  const { page } = measured
  await page.keyboard.press('Escape')
  const took: { ms: number; cpu: number }[] = []
  const steps = await stepsInSight(page)
  if (steps.length < 2) throw new Error('There are no two steps in sight.')
  for (let turn = 0; turn < 12; turn += 1) {
    const { id, x, y } = steps[(turn + 1) % steps.length] ?? { id: '', x: 0, y: 0 }
    const open = async () =>
      void (await page.waitForFunction(
        (wanted) => document.querySelector<HTMLInputElement>('input#id')?.value === wanted,
        id,
      ))
    took.push(await measured.until(async () => await page.mouse.click(x, y), open))
  }
  return {
    ms: quantile(
      took.map(({ ms }) => ms),
      0.5,
    ),
    cpu: quantile(
      took.map(({ cpu }) => cpu),
      0.5,
    ),
  }
}

/** Bytes of the request that saves a changed title. */
async function measureAutosave(page: Page): Promise<number> {
  const sent = page.waitForRequest((request) => request.url().endsWith('/draft/changes'))
  await title(page).fill('A title that was changed')
  return (await sent).postDataBuffer()?.length ?? 0
}

const announced = async (page: Page, words: string) =>
  await page.getByText(words, { exact: true }).first().waitFor({ state: 'attached' })

async function measureActs(measured: MeasuredPage) {
  const { page } = measured
  const undo = await measured.until(
    async () => await page.keyboard.press('Control+z'),
    async () => await announced(page, 'Undone.'),
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const tidies: { ms: number; cpu: number }[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    tidies.push(
      await measured.until(
        async () => await page.keyboard.press('t'),
        async () => await announced(page, 'Tidied up.'),
      ),
    )
    await untilStill(page)
    await page.keyboard.press('Control+z')
    await announced(page, 'Undone.')
  }
  const outline = await measured.until(
    async () => await page.keyboard.press('o'),
    async () => await page.locator('[data-row]').first().waitFor(),
  )
  const outlineElements = await measured.elements()
  await page.keyboard.press('o')
  await canvas(page).waitFor()
  const tidyMs = tidies.map(({ ms }) => ms)
  return {
    undo,
    tidy: { firstMs: tidyMs[0], leastMs: Math.min(...tidyMs) },
    outline: { ...outline, elements: outlineElements },
  }
}

/** Opens the workflow from the list and goes back, many times; what is left in the list's page. */
async function measureMemory(context: BrowserContext, origin: string, name: string) {
  const page = await context.newPage()
  const measured = await MeasuredPage.of(page)
  await page.goto(`${origin}/workflows`)
  const link = page.getByRole('link', { name, exact: true })
  const held: { opening: number; mb: number; nodes: number; listeners: number }[] = []
  for (let opening = 1; opening <= openings.forMemory; opening += 1) {
    await link.click()
    await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)
    await page.waitForFunction(() => {
      window.dispatchEvent(new Event('pointermove'))
      return (
        document.querySelector('.react-flow__viewport') !== null &&
        document.querySelector('[data-deaf], [data-canvas-picture]') === null
      )
    })
    await page.getByRole('link', { name: 'Workflows' }).first().click()
    await link.waitFor()
    if (opening === 5 || opening % 10 === 0) held.push({ opening, ...(await measured.held()) })
  }
  await page.close()
  const first = held[1]
  const last = held.at(-1)
  const growth = first && last ? (last.mb - first.mb) / (last.opening - first.opening) : 0
  return { held, kbAnOpening: round(growth * 1024, 0) }
}

async function measure(context: BrowserContext, product: Product, steps: number) {
  const { id, name } = await makeWorkflow(product, steps)
  const url = `${product.origin}/workflows/${id}`
  const opening = await measureOpening(context, url)
  const page = await context.newPage()
  const measured = await MeasuredPage.of(page)
  await page.addInitScript(atHand)
  await page.goto(url)
  await page.waitForFunction('window.benchReady')
  await goTo(page, 'review 1', 'review 1')
  const fit = await measureZoom(measured, 'fit')
  await goTo(page, 'tomorrow 2', 'tomorrow 2')
  const middle = await measureZoom(measured, 0.56)
  await goTo(page, 'tomorrow 3', 'tomorrow 3')
  const near = await measureZoom(measured, 1)
  const selecting = await measureSelection(measured)
  const autosaveBytes = await measureAutosave(page)
  const acts = await measureActs(measured)
  const { mb } = await measured.held()
  await page.close()
  const memory = await measureMemory(context, product.origin, name)
  return {
    opening,
    fit,
    middle,
    near,
    selecting,
    autosaveBytes,
    ...acts,
    heapMb: mb,
    memory,
  }
}

const executablePath = findChromium()
if (!executablePath) throw new Error('There is no Chromium; npm test installs one.')
const browser = await chromium.launch({ executablePath, args: chromiumFlags })
const product = await startProduct({ SEED_OWNER_EMAIL: email, SEED_OWNER_PASSWORD: password })
try {
  const context = await signIn(browser, product.origin)
  // One line for all sizes: `npm run bench` keeps the last one.
  const measured: Record<string, object> = {}
  for (const steps of sizes) measured[`of${steps}`] = await measure(context, product, steps)
  report('editor', measured)
} finally {
  await browser.close()
  await product.stop()
}
