import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { letters } from '#db/schema/letters'
import { ApiError } from '#lib/domain/api-error'
import { isFinalLetterStatus, type LetterStatus } from '#lib/domain/provider/letter-words'
import { mayPass } from '#lib/domain/provider/may-pass'
import type { LettersPort } from '#lib/integrations/letters/port'
import { log } from '#lib/log'
import type { Caller } from '../connections/record-calls.ts'
import { openRow } from '../connections/open-connection.ts'
import { applyLetterEvents } from './apply-letter-events.ts'
import { failLetterResult, givenUpAfterDays } from './letter-result.ts'
import { lookAgainSeconds } from './look-again.ts'

export type LetterRow = typeof letters.$inferSelect

/** The port of the connection that a letter was sent by; undefined when it was deleted. */
async function portOfLetter(
  { organizationId, connectionId }: LetterRow,
  caller: Caller = {},
): Promise<LettersPort | undefined> {
  const [row] = await inOrganization(organizationId, (tx) =>
    tx
      .select()
      .from(connections)
      .where(and(eq(connections.id, connectionId), eq(connections.kind, 'letters'))),
  )
  return row && openRow<'letters'>(row, caller)
}

/** Asks the provider for a letter and writes what is new. Answers its status. */
async function readNews(
  port: LettersPort,
  { id, organizationId, providerId }: LetterRow,
  signal: AbortSignal,
): Promise<LetterStatus> {
  if (providerId === null) throw new Error('a letter without an id of its provider was looked at')
  const news = await port.read(providerId, signal)
  return await inOrganization(organizationId, (tx) =>
    applyLetterEvents(tx, { id, organizationId }, news),
  )
}

function warn({ id, connectionId }: LetterRow, error: unknown): void {
  const known = error instanceof ApiError
  log.warn(
    {
      letterId: id,
      connectionId,
      code: known ? error.code : 'unexpected',
      ...(known ? {} : { error }),
    },
    'the status of a letter could not be read from its provider',
  )
}

/**
 * Asks for a letter because somebody reads it, unless somebody else just did. When that fails, the
 * stored status stays.
 */
export async function lookForReader(
  letter: LetterRow,
  caller: Caller,
  signal: AbortSignal,
): Promise<void> {
  const { id, organizationId, providerId } = letter
  if (providerId === null) return
  try {
    const port = await portOfLetter(letter, caller)
    if (!port) return
    const stale = or(
      isNull(letters.lookedAt),
      lt(letters.lookedAt, sql`now() - make_interval(secs => ${port.lookAfterSeconds})`),
    )
    const mine = await inOrganization(organizationId, (tx) =>
      tx
        .update(letters)
        .set({ lookedAt: sql`now()` })
        .where(and(eq(letters.id, id), stale))
        .returning({ id: letters.id }),
    )
    if (mine.length > 0) await readNews(port, letter, signal)
  } catch (error) {
    warn(letter, error)
  }
}

async function lookLater(letter: LetterRow, lookAfterSeconds: number): Promise<void> {
  const { id, organizationId } = letter
  await inOrganization(organizationId, async (tx) => {
    const [now] = await tx.select({ looks: letters.looks }).from(letters).where(eq(letters.id, id))
    const looks = now?.looks ?? 0
    const seconds = lookAgainSeconds(lookAfterSeconds, looks)
    await tx
      .update(letters)
      .set({
        looks: looks + 1,
        lookedAt: sql`now()`,
        nextLookAt: sql`now() + make_interval(secs => ${seconds})`,
      })
      .where(and(eq(letters.id, id), sql`${letters.nextLookAt} is not null`))
  })
}

/** Ends the looking. A step that waits fails with the reason. */
async function giveUp(letter: LetterRow, error: { code: string; message: string }): Promise<void> {
  await inOrganization(letter.organizationId, async (tx) => {
    await tx.update(letters).set({ nextLookAt: null }).where(eq(letters.id, letter.id))
    await failLetterResult(tx, letter, error)
  })
}

/**
 * Asks for a letter whose time has come. A failure that may pass is tried again; a letter that the
 * provider or we no longer know, or that is too old, is looked at no more.
 */
export async function lookAtLetter(letter: LetterRow, signal: AbortSignal): Promise<void> {
  let lookAfterSeconds = 300
  try {
    const port = await portOfLetter(letter)
    if (!port)
      throw new ApiError('unknown_connection', 'The connection of this letter was deleted.', {
        kind: 'letters',
      })
    lookAfterSeconds = port.lookAfterSeconds
    const status = await readNews(port, letter, signal)
    if (isFinalLetterStatus(status)) return
  } catch (error) {
    warn(letter, error)
    if (error instanceof ApiError && !mayPass(error) && !isOurs(error))
      return await giveUp(letter, { code: error.code, message: error.message })
  }
  const days = (Date.now() - letter.createdAt.getTime()) / 86_400_000
  if (days > givenUpAfterDays)
    return await giveUp(letter, {
      code: 'timed_out',
      message: `Nobody said within ${givenUpAfterDays} days where the letter ended.`,
    })
  await lookLater(letter, lookAfterSeconds)
}

/** Wrong credentials and settings: an owner can mend them, and the letter is still under way. */
const isOurs = ({ code }: ApiError): boolean => code === 'provider_error'
