import { execFileSync } from 'node:child_process'
import { expect, type APIRequestContext, type Browser } from '@playwright/test'
import { pdfOfPages } from '../../test/samples/sample-pages.ts'
import { addMember, signIn } from '../organization/people.ts'

/** How many cases wait in the morning, and how many are started at once. */
export const cases = 200
const atOnce = 20

/** Answers what the API made. Throws what it refused. */
async function made<Body>(
  api: APIRequestContext,
  path: string,
  sent: Parameters<APIRequestContext['post']>[1],
): Promise<Body> {
  const answer = await api.post(path, sent)
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Body
}

/** Publishes a workflow whose screen goes to a person when nobody takes it. Answers its slug. */
async function publishReview(api: APIRequestContext, escalateTo: string): Promise<string> {
  const look = {
    id: 'look',
    title: 'Review',
    type: 'screen',
    config: {
      title: 'Review the referral',
      show: [{ label: 'Letter', value: { $: 'start.letter' } }],
      schema: {
        type: 'object',
        required: ['note'],
        properties: { note: { type: 'string', title: 'Note' } },
      },
      due: { workingDays: 1 },
      escalations: [{ when: 'unassigned', workingDays: 2, do: 'assign', person: escalateTo }],
    },
  }
  const startData = { type: 'object', properties: { patient: { type: 'string' }, letter: {} } }
  const definition = { startData, steps: [look], settings: {} }
  const data = { name: 'Referrals', definition }
  const workflow = await made<{ id: string; slug: string; draftRevision: number }>(
    api,
    '/api/v2/workflows',
    { data },
  )
  await made(api, `/api/v2/workflows/${workflow.id}/publish`, {
    data: { revision: workflow.draftRevision },
  })
  return workflow.slug
}

/** Two hundred referrals that wait for people, each with the same letter. */
export async function openCases(api: APIRequestContext, escalateTo: string): Promise<string> {
  const buffer = await pdfOfPages([{ lines: ['Evergreen Health', 'Please see this patient.'] }])
  const file = { name: 'letter.pdf', mimeType: 'application/pdf', buffer }
  const { id, fileName } = await made<{ id: string; fileName: string }>(api, '/api/v2/files', {
    multipart: { file },
  })
  const slug = await publishReview(api, escalateTo)
  const letter = { id, fileName }
  for (let from = 0; from < cases; from += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const patient = `Patient ${String(from + index).padStart(3, '0')}`
        await made(api, `/api/v2/workflows/${slug}/runs`, {
          data: { startData: { patient, letter } },
        })
      }),
    )
  const count = async () => {
    const answer = await api.get(`/api/v2/screens/count?workflow=${slug}`)
    return ((await answer.json()) as { count: number }).count
  }
  await expect.poll(count).toBe(cases)
  return slug
}

/** A member in a browser of their own, signed in at the inbox. */
export async function arrive(browser: Browser, baseURL: string, name: string, email: string) {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await signIn(page, email, '/sign-in?next=/inbox')
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  return { name, email, page, context }
}

/** Adds a worker, and answers their address. */
export const hire = async (api: APIRequestContext, name: string): Promise<string> =>
  await addMember(api, name, 'worker')

/** What happens to a screen next by itself is due now. */
export function age(taskId: string): void {
  const env = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] }
  const program = new URL('age-screen.ts', import.meta.url).pathname
  execFileSync(process.execPath, [program, taskId], { env })
}
