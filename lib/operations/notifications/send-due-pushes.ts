import { eq, sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { pushSubscriptions } from '#db/schema/notifications'
import { goesOnHere } from '#db/goes-on-here'
import type { NotificationKind } from '#lib/domain/notification/choices'
import { countedWords, pathOfNotification, type Subject } from '#lib/domain/notification/words'
import { env } from '#lib/env'
import { publicFetch } from '#lib/integrations/outbound/public-fetch'
import { log } from '#lib/log'
import { openText } from '#lib/sealed-text'
import { subscriptionPlace } from './browsers.ts'
import { pushKey } from './push-key.ts'

const batch = 100
const timeoutMs = 10_000
/** A message that a browser cannot get within this time is of no use any more, in seconds. */
const timeToLive = 4 * 3600

type Told = Subject & { kind: NotificationKind }
type Due = Told & { id: string; organization_id: string; user_id: string }
type Browser = { id: string; sealed: string }
type Person = { organizationId: string; userId: string; told: Told[] }

/**
 * Takes what is due out of the list before anything is sent: a message may be lost when this
 * process dies, and never comes twice. The bell has it in any case.
 */
async function takeDue(): Promise<Due[]> {
  const { rows } = await engineDb().execute<Due>(sql`
    update notifications set push_at = null, pushed_at = now()
    where id in (select id from notifications where push_at <= now() and ${goesOnHere}
      order by push_at limit ${batch} for update skip locked)
    returning id, organization_id, user_id, kind, run_id as "runId", task_id as "taskId",
      workflow_id as "workflowId", step_id as "stepId",
      absence_id as "absenceId"`)
  return rows
}

function byPerson(due: Due[]): Person[] {
  const people = new Map<string, Person>()
  for (const { organization_id: organizationId, user_id: userId, ...told } of due) {
    const key = `${organizationId} ${userId}`
    const person = people.get(key) ?? { organizationId, userId, told: [] }
    person.told.push(told)
    people.set(key, person)
  }
  return [...people.values()]
}

/** What the browser shows: numbers and a page of ours, nothing of a patient. */
function messageOf(told: Told[]): { title: string; body: string; path: string } {
  const [first] = told
  if (told.length > 1 || !first)
    return { title: 'Rounds', body: `${told.length} things new for you`, path: '/inbox' }
  return {
    title: 'Rounds',
    body: countedWords(first.kind, 1),
    path: pathOfNotification(first),
  }
}

/** The browsers of a person who is still a member. */
async function browsersOf({ organizationId, userId }: Person): Promise<Browser[]> {
  const { rows } = await engineDb().execute<Browser>(sql`
    select browser.id, browser.sealed from push_subscriptions browser
      join members using (organization_id, user_id)
    where organization_id = ${organizationId} and user_id = ${userId} and disabled_at is null`)
  return rows
}

/** Whom a push service can ask about our messages (RFC 8292): our address, where it is public. */
function contact(): string {
  const { BASE_URL, MAIL_FROM } = env()
  if (BASE_URL.startsWith('https:')) return BASE_URL
  return `mailto:${/<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`
}

/** Sends to a browser; one that its push service does not know any more is forgotten. */
async function sendTo(browser: Browser, message: string, allowed: string[]): Promise<void> {
  const { default: webPush } = await import('web-push')
  const subscription = JSON.parse(openText(subscriptionPlace(browser.id), browser.sealed)) as {
    endpoint: string
    keys: { p256dh: string; auth: string }
  }
  const details = webPush.generateRequestDetails(subscription, message, {
    TTL: timeToLive,
    vapidDetails: { subject: contact(), ...pushKey() },
  })
  const { body } = details
  const { status } = await publicFetch(
    {
      url: details.endpoint,
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: {
        fileName: 'message',
        mimeType: 'application/octet-stream',
        size: body.length,
        read: async function* () {
          yield body
        },
      },
      timeoutMs,
      maxBytes: 16_384,
      maxRedirects: 0,
      signal: new AbortController().signal,
    },
    allowed,
  )
  if (status === 404 || status === 410)
    await engineDb().delete(pushSubscriptions).where(eq(pushSubscriptions.id, browser.id))
  else if (status >= 300) log.warn({ browser: browser.id, status }, 'a push service refused')
}

/** Sends the messages to browsers that are due. Answers whether there may be more. */
export async function sendDuePushes(allowed = env().HTTP_ALLOW_PRIVATE): Promise<boolean> {
  const due = await takeDue()
  for (const person of byPerson(due)) {
    const message = JSON.stringify(messageOf(person.told))
    const browsers = await browsersOf(person)
    await Promise.all(
      browsers.map((browser) =>
        sendTo(browser, message, allowed).catch((error: unknown) =>
          log.warn({ browser: browser.id, error }, 'a message to a browser was not sent'),
        ),
      ),
    )
  }
  return due.length === batch
}
