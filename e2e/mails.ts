import { expect } from '@playwright/test'

type Mail = { subject: string; text: string }

/** The mails that the product has sent to this address, oldest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const url = process.env['E2E_MAILS_URL']
  if (!url) throw new Error('E2E_MAILS_URL is not set: run the journeys with npm run test:e2e.')
  const answer = await fetch(`${url}/?to=${encodeURIComponent(email)}`)
  return (await answer.json()) as Mail[]
}

/**
 * The address of this kind (`join`, `reset-password`) in the latest mail to an address; waits until
 * there are `count` with one.
 */
export async function linkMailedTo(email: string, kind: string, count = 1): Promise<string> {
  const pattern = new RegExp(`http\\S+/${kind}/\\S+`)
  const links = async () =>
    (await mailsTo(email)).flatMap(({ text }) => pattern.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await links()).length).toBe(count)
  return (await links()).at(-1) ?? ''
}

/** The text of the latest mail to an address with this subject; waits until there is one. */
export async function textMailedTo(email: string, subject: RegExp): Promise<string> {
  const texts = async () =>
    (await mailsTo(email)).flatMap((mail) => (subject.test(mail.subject) ? [mail.text] : []))
  await expect.poll(async () => (await texts()).length).toBeGreaterThan(0)
  return (await texts()).at(-1) ?? ''
}
