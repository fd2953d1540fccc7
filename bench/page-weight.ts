import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { startProduct, type Product } from './support/product.ts'
import { report, round } from './support/report.ts'

/**
 * What a page costs a browser that has never seen it: kB of compressed JavaScript, requests, the
 * instant of the Largest Contentful Paint, and whether the server's first answer already has the
 * page's content. A demo organization with some runs and screens.
 *
 *     node bench/page-weight.ts [path ...]
 */
const email = 'owner@example.com'
const password = 'a long password for benchmarks'
const wanted = process.argv.slice(2)

async function seedRuns(product: Product): Promise<{ runId: string }> {
  const url = `${product.origin}/api/v2/workflows/referral-intake/runs`
  const headers = { authorization: `Bearer ${product.demoKey}`, 'content-type': 'application/json' }
  let runId = ''
  for (let n = 1; n <= 60; n += 1) {
    const startData = { patientName: `Patient ${n}`, emrPatientId: 'EMR-100', diagnosis: 'Knee' }
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ startData }),
    })
    if (!answer.ok) throw new Error(`A run was not started: ${await answer.text()}`)
    runId = ((await answer.json()) as { id: string }).id
  }
  return { runId }
}

async function read<T>(product: Product, path: string): Promise<T> {
  const answer = await fetch(product.origin + path, {
    headers: { authorization: `Bearer ${product.demoKey}` },
  })
  return (await answer.json()) as T
}

async function signIn(browser: Browser, origin: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  return await context.storageState()
}

type State = Awaited<ReturnType<typeof signIn>>

/** One load of a page with an empty cache. */
async function weigh(browser: Browser, url: string, storageState: State) {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const scripts = new Set<string>()
  let requests = 0
  let bytes = 0
  devtools.on('Network.requestWillBeSent', ({ type, requestId }) => {
    requests += 1
    if (type === 'Script') scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  const answer = await page.goto(url, { waitUntil: 'networkidle' })
  const html = (await answer?.text()) ?? ''
  const largest = await page.evaluate(
    async () =>
      await new Promise<{ ms: number; text: string }>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as PerformanceEntry & { element?: Element | null }
          resolve({ ms: last.startTime, text: last.element?.textContent.slice(0, 40) ?? '' })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  const heading = (await page.locator('h1').first().textContent()) ?? ''
  const title = await page.title()
  await context.close()
  return {
    scriptKb: round(bytes / 1024, 0),
    requests,
    largestMs: round(largest.ms, 0),
    inAnswer: html.includes(largest.text.split('\n')[0]?.trim().slice(0, 20) || heading),
    title,
  }
}

const executablePath = findChromium()
if (!executablePath) throw new Error('There is no Chromium; npm test installs one.')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const product = await startProduct({ SEED_OWNER_EMAIL: email, SEED_OWNER_PASSWORD: password })
try {
  const { runId } = await seedRuns(product)
  const state = await signIn(browser, product.origin)
  const { items: screens } = await read<{ items: { taskId: string }[] }>(product, '/api/v2/screens')
  const { items: workflows } = await read<{ items: { id: string }[] }>(product, '/api/v2/workflows')
  const paths = [
    '/',
    '/inbox',
    `/inbox/${screens[0]?.taskId}`,
    '/runs',
    `/runs/${runId}`,
    '/workflows',
    `/workflows/${workflows[0]?.id}`,
    '/forms',
    '/templates',
    '/letters',
    '/mails',
    '/faxes',
    '/received-mails',
    '/secure-messages',
    '/patient-cost',
    '/policies',
    '/connections',
    '/schedules',
    '/data',
    '/settings',
    '/docs',
    '/sign-in',
  ].filter((path) => wanted.length === 0 || wanted.some((part) => path.startsWith(part)))
  for (const path of paths)
    report('page-weight', { path, ...(await weigh(browser, product.origin + path, state)) })
} finally {
  await browser.close()
  await product.stop()
}
