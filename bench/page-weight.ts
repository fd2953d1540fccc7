import { chromium, type Browser } from '@playwright/test'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'
import { startProduct, type Product } from './support/product.ts'
import { report, round } from './support/report.ts'

/**
 * What a page costs a browser that has never seen it: kB of compressed JavaScript until everything
 * in sight is there (`scriptKb`) and with what a person's first touch brings (`touchedKb`),
 * requests, the instant of the Largest Contentful Paint, and whether the server's first answer
 * already has the page's content. A demo organization with some runs and screens.
 *
 *     node bench/page-weight.ts [path ...]
 */
const email = 'owner@example.com'
const password = 'a long password for benchmarks'
const wanted = process.argv.slice(2)
/** What people see who are not signed in. */
const isPublic = (path: string): boolean => /^\/(?:sign-in|f\/)/.test(path)

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

/** Makes a shared form of a workflow. */
async function share(product: Product, id: string): Promise<{ formToken: string }> {
  const answer = await fetch(`${product.origin}/api/v2/workflows/${id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${product.demoKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ formPublic: true }),
  })
  if (!answer.ok) throw new Error(`The form was not shared: ${await answer.text()}`)
  return (await answer.json()) as { formToken: string }
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

/** A page that nobody touches loads the rest after this time (`first-touch.ts`); here it never does. */
const restMs = 3000
const neverAtRest = `{
  const wait = window.setTimeout
  window.setTimeout = (act, ms, ...given) => ms === ${restMs} ? 0 : wait(act, ms, ...given)
}`

/** One load of a page with an empty cache. */
async function weigh(browser: Browser, url: string, storageState: State | undefined) {
  const signedIn = storageState ? { storageState } : {}
  const context = await browser.newContext({ ...signedIn, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(neverAtRest)
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
  const seen = { bytes, requests }
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
  await page.mouse.move(700, 400)
  await page.waitForLoadState('networkidle')
  // The first touch asks for more only after this turn.
  await page.evaluate(async () => await new Promise((resolve) => setTimeout(resolve, 1000)))
  await page.waitForLoadState('networkidle')
  await context.close()
  return {
    scriptKb: round(seen.bytes / 1024, 0),
    touchedKb: round(bytes / 1024, 0),
    requests: seen.requests,
    largestMs: round(largest.ms, 0),
    inAnswer: html.includes(largest.text.split('\n')[0]?.trim().slice(0, 20) || heading),
    title,
  }
}

const executablePath = findChromium()
if (!executablePath) throw new Error('There is no Chromium; npm test installs one.')
const browser = await chromium.launch({ executablePath, args: chromiumFlags })
const product = await startProduct({ SEED_OWNER_EMAIL: email, SEED_OWNER_PASSWORD: password })
try {
  const { runId } = await seedRuns(product)
  const state = await signIn(browser, product.origin)
  const { items: screens } = await read<{ items: { taskId: string }[] }>(product, '/api/v2/screens')
  const { items: workflows } = await read<{ items: { id: string; slug: string }[] }>(
    product,
    '/api/v2/workflows',
  )
  const { items: members } = await read<{ items: { id: string }[] }>(product, '/api/v2/members')
  const { items: templates } = await read<{ items: { slug: string }[] }>(
    product,
    '/api/v2/templates',
  )
  const referral = workflows.find(({ slug }) => slug === 'referral-intake')
  const { formToken } = await share(product, referral?.id ?? '')
  const paths = [
    '/',
    '/inbox',
    '/inbox/workload',
    `/inbox/${screens[0]?.taskId}`,
    '/runs',
    `/runs/${runId}`,
    '/workflows',
    `/workflows/${referral?.id}`,
    '/forms',
    '/forms/referral-intake',
    `/f/${formToken}`,
    '/templates',
    `/templates/${templates[0]?.slug}`,
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
    '/settings?tab=roles',
    '/settings?tab=access',
    `/settings/members/${members[0]?.id}`,
    '/organizations',
    '/docs',
    '/docs/sql',
    '/sign-in',
  ].filter((path) => wanted.length === 0 || wanted.some((part) => path.startsWith(part)))
  for (const path of paths)
    report('page-weight', {
      path,
      ...(await weigh(browser, product.origin + path, isPublic(path) ? undefined : state)),
    })
} finally {
  await browser.close()
  await product.stop()
}
