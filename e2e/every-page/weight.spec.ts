import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'
import { screenOfRun } from '../screens.ts'

const mostKb = 250
type Route = { route: string; firstLoadChunkPaths: string[] }

test('no page of this build begins with more JavaScript than it may', () => {
  const routes = JSON.parse(
    readFileSync('.next/diagnostics/route-bundle-stats.json', 'utf8'),
  ) as Route[]
  const sizes = new Map<string, number>()
  const sizeOf = (file: string): number => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(file)).length
    sizes.set(file, known)
    return known
  }
  const tooHeavy = routes.flatMap(({ route, firstLoadChunkPaths }) => {
    const bytes = firstLoadChunkPaths.reduce((all, file) => all + sizeOf(file), 0)
    const kb = Math.round(bytes / 1024)
    return kb > mostKb ? [`${route}: ${kb} kB`] : []
  })
  expect(routes.length).toBeGreaterThan(30)
  expect(tooHeavy).toEqual([])
})

/**
 * What a person's hand needs comes when a page is at rest, too (`first-touch.ts`). Here it never
 * rests, however slow this machine is.
 */
const neverAtRest = () => {
  const wait = window.setTimeout
  window.setTimeout = ((act: () => void, ms?: number) =>
    ms === 3000 ? 0 : wait(act, ms)) as typeof window.setTimeout
}

/**
 * kB of all scripts, with their headers, until a person who does nothing sees everything. The
 * browser counts 300 bytes for the headers of each.
 */
async function weigh(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((all, { transferSize }) => all + transferSize, 0),
  )
  return Math.round(bytes / 1024)
}

test('forms, the drawing of a run and SQL load their heavy parts when a person wants them', async ({
  page,
  api,
  signedIn,
}) => {
  const startData = { patientName: 'Wilma Weight', emrPatientId: 'EMR-1003', diagnosis: 'Knee' }
  const run = await startRun(api, 'referral-intake', { startData })
  const task = await screenOfRun(api, run.id)
  await signedIn()
  await page.addInitScript(neverAtRest)
  const paths = [`/inbox/${task}`, `/runs/${run.id}`, '/forms/referral-intake', '/data']
  // A server that is too busy answers without the content after a while; the browser then draws it,
  // and needs more code. Such an answer says nothing about the page.
  const timeout = 30_000
  for (const path of [...paths, '/workflows/referral-intake'])
    await expect
      .poll(async () => await weigh(page, path), { message: path, timeout })
      .toBeLessThan(mostKb)
})

test('no other page is asked for before somebody is about to go there', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.has('_rsc')) asked.push(pathname)
  })
  await page.goto('/workflows')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Policies' }).hover()
  await expect.poll(() => asked).toContain('/policies')
  await page.getByRole('link', { name: 'Letters' }).focus()
  await expect.poll(() => asked).toContain('/letters')
})
