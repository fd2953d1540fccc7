import { execFileSync } from 'node:child_process'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { untilListening } from '../listening.ts'

/** Of everybody who is made here. */
export const password = 'seven quiet rivers at dawn'

type Invited = { name: string; email: string; role: string }

/** Invites somebody to the demo organization; the request is signed in as its owner. */
export async function invite(request: APIRequestContext, person: Invited): Promise<string> {
  const headers = { origin: process.env['E2E_BASE_URL'] ?? '' }
  const invited = await request.post('/api/v2/members', { data: person, headers })
  expect(invited.status(), await invited.text()).toBe(201)
  return ((await invited.json()) as { link: string }).link
}

/** Adds a member with an account of their own. */
export async function addPerson(request: APIRequestContext, person: Invited): Promise<void> {
  const token = new URL(await invite(request, person)).pathname.split('/').at(-1)
  const accepted = await request.post(`/api/v2/public/invitations/${token}/accept`, {
    data: { account: 'new', name: person.name, password },
  })
  expect(accepted.status()).toBe(201)
}

/** Adds a member with an address of its own, and answers that. */
export async function addMember(
  request: APIRequestContext,
  name: string,
  role: string,
): Promise<string> {
  const email = `${name.toLowerCase().replace(/\W/g, '-')}-${Date.now()}@example.com`
  await addPerson(request, { name, email, role })
  return email
}

/** Gives address and password at the sign-in page. */
export async function givePassword(
  page: Page,
  email: string,
  { path = '/sign-in', given = password } = {},
): Promise<void> {
  await page.goto(path)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(given)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in somebody without a second factor. */
export async function signIn(page: Page, email: string, path = '/sign-in'): Promise<void> {
  await givePassword(page, email, { path })
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  await untilListening(page)
}

/** Lets time pass for a person (age-sessions.ts). */
export function age(email: string, since: 'confirmed' | 'seen' | 'joined'): void {
  const env = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] }
  const program = new URL('age-sessions.ts', import.meta.url).pathname
  execFileSync(process.execPath, [program, email, since], { env })
}

/** What covers a page whose session is locked. */
export const coverOf = (page: Page) => page.getByRole('dialog', { name: 'Locked' })

/**
 * Lets twenty minutes pass for a person and for a page of theirs with an installed clock, until the
 * server locks the session. The server writes what it saw of a person up to two seconds later; when
 * that comes after `age`, it goes on for good reason, and they are left alone once more.
 */
export async function leaveAlone(page: Page, email: string): Promise<void> {
  await expect(async () => {
    age(email, 'seen')
    const answered = page.waitForResponse('**/api/v2/profile/session/lock', { timeout: 10_000 })
    const [answer] = await Promise.all([answered, page.clock.fastForward('20:00')])
    expect(await answer.json()).toMatchObject({ locked: true })
  }).toPass({ timeout: 60_000 })
}
