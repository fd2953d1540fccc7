import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import nodemailer from 'nodemailer'
import { drawPage } from '#lib/documents/reader/pages'
import { listToWrite } from '#lib/documents/tables/table-to-write'
import { writeExcel } from '#lib/documents/tables/write-excel'
import { pdfPagesOf } from '../../test/harness/pdf-text.ts'
import { inkOf } from '../../test/harness/png-ink.ts'
import { referralDocx } from '../../test/samples/referral-docx.ts'
import { largeWorkbook, longScan } from '../../test/samples/large-files.ts'
import { pdfOfPages, pictureOf, scanOf } from '../../test/samples/sample-pages.ts'
import { bytesOf } from '../../test/samples/workbooks.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { textMailedTo } from '../mails.ts'
import { completedRun, startRun } from '../runs.ts'

const patient = 'דנה כהן'

/**
 * `STORY_LARGE=yes` plays it with the files of a bad day (bench/README.md, Large files): a scan of 30
 * full pages, and an Excel file of 100,000 rows. It takes minutes, so the suite plays small ones.
 */
const isLarge = process.env['STORY_LARGE'] === 'yes'
const scannedPages = isLarge ? 30 : 2
/** Pages are recognized before the screen opens, which takes its time on a busy machine. */
const readWithinMs = isLarge ? 600_000 : 120_000

type Task = { stepId: string; finishedAt: string | null; output: unknown }
type Run = { id: string; status: string; tasks: Task[] }

/** A scan whose last page counts. */
async function scanEndingWith(lines: string[]): Promise<Buffer> {
  if (isLarge) return await longScan(scannedPages, lines)
  const scanned = async (...on: string[]) =>
    await pictureOf(await pdfOfPages([{ lines: on, size: [360, 160] }]))
  return await scanOf([
    await scanned('Cedar Clinic', 'Referral for imaging'),
    await scanned(...lines),
  ])
}

async function visits(): Promise<Buffer> {
  if (isLarge) return await largeWorkbook(100_000, 'Pain in the knee')
  const list = listToWrite([{ Visit: '2026-03-02', Reason: 'Pain in the knee' }], [])
  const sheet = { ...list, name: 'Visits', header: true, widths: {}, formats: {} }
  return await bytesOf(writeExcel([sheet]))
}

/** A Word file with a picture and a table, a scan, and an Excel file. */
async function referral(email: string): Promise<{ filename: string; content: Buffer }[]> {
  const letter = referralDocx([
    ['Patient:', patient],
    ['Date of birth:', '03/14/1962'],
    ['Member ID:', 'EVG-4471902'],
    ['Payer:', 'Evergreen Health Plan'],
    ['Patient e-mail:', email],
  ])
  const order = ['Diagnosis code: M23.21', 'Service: MRI of the left knee', 'Procedure code: 73721']
  return [
    { filename: 'referral.docx', content: letter },
    { filename: 'order.pdf', content: await scanEndingWith(order) },
    { filename: 'visits.xlsx', content: await visits() },
  ]
}

/** Sends the referral to the address of the workflow, as the mail server of a clinic does. */
async function sendByMail(page: Page, email: string): Promise<void> {
  const { request } = page.context()
  const trigger = await request.get('/api/v2/workflows/referral-to-approval/mail-trigger')
  const { address } = (await trigger.json()) as { address: string }
  const port = Number(process.env['E2E_MAIL_IN_PORT'])
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  await transport.sendMail({
    from: 'Referrals <referrals@clinic.example.com>',
    to: address,
    subject: 'A referral',
    text: 'Please see the files.',
    attachments: await referral(email),
  })
  transport.close()
}

/** The screen of the referral that was mailed. */
async function screenOf(api: APIRequestContext, since: Date): Promise<string> {
  let taskId: string | undefined
  const find = async () => {
    const query = `workflow=referral-to-approval&trigger=mail&from=${since.toISOString()}`
    const started = (await (await api.get(`/api/v2/runs?${query}`)).json()) as {
      items: { id: string }[]
    }
    const answer = await api.get('/api/v2/screens?workflow=referral-to-approval')
    const { items } = (await answer.json()) as { items: { taskId: string; runId: string }[] }
    taskId = items.find(({ runId }) => runId === started.items[0]?.id)?.taskId
    return taskId
  }
  await expect.poll(find, { timeout: readWithinMs }).toBeDefined()
  return taskId ?? ''
}

/** While the pages are read, whoever looks at the run sees how far it is. */
async function expectProgress(page: Page, api: APIRequestContext, since: Date): Promise<void> {
  let run: string | undefined
  const find = async () => {
    const query = `workflow=referral-to-approval&trigger=mail&from=${since.toISOString()}`
    const { items } = (await (await api.get(`/api/v2/runs?${query}`)).json()) as {
      items: { id: string }[]
    }
    run = items[0]?.id
    return run
  }
  await expect.poll(find, { timeout: 120_000 }).toBeDefined()
  await page.goto(`/runs/${run}`)
  const words = new RegExp(`File \\d of 3: \\d+ of ${scannedPages} pages read`)
  await expect(page.getByText(words)).toBeVisible({ timeout: 120_000 })
  await expectAccessible(page)
}

/** The person checks what was found beside its pages, and decides. */
async function decide(page: Page, email: string): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const pages = page.getByRole('region', { name: 'Document', exact: true })
  await expect(field('Patient')).toHaveValue(patient)
  await expect(field('Date of birth')).toHaveValue('1962-03-14')
  await expect(field('Member id')).toHaveValue('EVG-4471902')
  await expect(field('Patient e-mail')).toHaveValue(email)
  await expect(field('Payer')).toHaveValue('Evergreen Health Plan')
  await expect(page.getByText('referrals@clinic.example.com').first()).toBeVisible()
  // The page of a field stands beside it as soon as the person comes to the field.
  await field('Procedure code').focus()
  await expect(field('Procedure code')).toHaveValue('73721')
  const picture = pages.getByRole('img', {
    name: `Page ${scannedPages} of ${scannedPages} of order.pdf`,
  })
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(pages.getByText(/^Recognized from a scan/)).toBeVisible()
  await field('Patient').focus()
  await expect(pages.getByText(patient)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Decision' }).selectOption('approved')
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Enter the authorization number of the approval.')).toBeVisible()
  await field('Authorization number').fill('AUTH-77')
  const before = page.url()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL(({ href }) => href !== before)
}

/** Opens the mailed message as the patient does; answers the attached letter. */
async function letterOf(browser: Browser, email: string): Promise<Buffer> {
  const mailed = await textMailedTo(email, /^A secure message from Rounds Demo$/)
  expect(mailed).not.toMatch(/דנה|MRI|approved/)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const theirs = await context.newPage()
  await theirs.goto(/http\S+\/m#\S+/.exec(mailed)?.[0] ?? '')
  await theirs.getByRole('button', { name: 'Send me a code by e-mail' }).click()
  const code = /^\d{6}$/m.exec(await textMailedTo(email, /one-time code/))?.[0] ?? ''
  await theirs.getByLabel('Code', { exact: true }).fill(code)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('heading', { name: 'Your request is approved' })).toBeVisible()
  await expect(theirs.getByText(`Dear ${patient}`)).toBeVisible()
  const [download] = await Promise.all([
    theirs.waitForEvent('download'),
    theirs.getByRole('link', { name: /Approval letter/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Approval letter.pdf')
  const bytes = await readFile(await download.path())
  await context.close()
  return bytes
}

/** The letter as its reader has it: its words, and the page as a picture. */
async function expectGoodLetter(letter: Buffer): Promise<void> {
  const [text] = await pdfPagesOf(letter)
  expect(text).toContain(`\n${patient}\nDear ${patient},`)
  expect(text).toContain('Evergreen Health Plan has approved the services below.')
  expect(text).toMatch(/number is AUTH-77\./)
  expect(text).toMatch(/MRI of the left knee 1 \w+ \d+, \d{4}\n/)
  expect(text).toContain('Page 1 of 1')
  const drawn = await drawPage({ do: 'draw', format: 'pdf', page: 1, dpi: 72 }, letter)
  if (drawn.type === 'refused') throw new Error(drawn.message)
  const picture = Buffer.from(drawn.content, 'base64')
  await test.info().attach('letter', { body: picture, contentType: 'image/png' })
  const ink = inkOf(picture)
  // One inch of 8.5 at each side; the name alone stands at the right.
  expect(ink?.left).toBeCloseTo(1 / 8.5, 1)
  expect(ink?.right).toBeCloseTo(1 - 1 / 8.5, 1)
}

/** The rows of the spreadsheet of the day on which the referral was decided. */
async function decisionsOf(api: APIRequestContext, run: Run): Promise<unknown[][]> {
  const decided = run.tasks.find(({ stepId }) => stepId === 'confirm')?.finishedAt ?? ''
  const day = new Date(decided).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })
  const started = await startRun(api, 'decisions-of-the-day', { startData: { day } })
  const { tasks } = await completedRun<Run>(api, started.id)
  const sheet = tasks.find(({ stepId }) => stepId === 'sheet')
  const output = sheet?.output as { file: { id: string } } | undefined
  const content = await api.get(`/api/v2/files/${output?.file.id}/content`)
  const { sheets } = await readXlsx(new Uint8Array(await content.body()))
  return sheets[0]?.rows ?? []
}

test('a mailed referral is checked beside its pages and becomes a letter and a row of the day', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  const email = `dana-${Date.now()}@example.com`
  test.setTimeout(readWithinMs * 2)
  await signedIn()
  const since = new Date()
  await sendByMail(page, email)
  if (isLarge) await expectProgress(page, api, since)
  const task = await screenOf(api, since)
  await page.goto(`/inbox/${task}`)
  const runLink = page.getByRole('link', { name: 'see the run' })
  const runId = (await runLink.getAttribute('href'))?.split('/').at(-1) ?? ''
  await decide(page, email)
  const run = await completedRun<Run>(api, runId)
  await expectGoodLetter(await letterOf(browser, email))

  const [header, ...rows] = await decisionsOf(api, run)
  expect(header?.join(', ')).toBe(
    'Decided at, Patient, Date of birth, Member id, Payer, Service, Procedure code, Units, ' +
      'Decision, Authorization number, Decided by, Comment, Run',
  )
  const row = rows.find((each) => each.at(-1) === runId)
  expect([row?.[1], row?.[5], row?.[8], row?.[9]]).toEqual([
    patient,
    'MRI of the left knee',
    'approved',
    'AUTH-77',
  ])
})
