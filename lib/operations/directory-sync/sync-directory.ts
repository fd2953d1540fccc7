import { and, eq, lte, sql } from 'drizzle-orm'
import { engineDb, inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { directories } from '#db/schema/directories'
import { goesOnHere } from '#db/goes-on-here'
import { writeEvents } from '#lib/directory/write-events'
import { ApiError } from '#lib/domain/api-error'
import { log } from '#lib/log'
import { openRow } from '../connections/open-connection.ts'
import { servedValues } from '../connections/served-here.ts'
import { inChange, type DirectoryAddress } from './in-change.ts'
import { reconcile, type ReadablePort } from './reconcile.ts'

const everyMs = 60_000
const reconcileEveryMs = 24 * 3_600_000
/** Another worker may take a directory again after this time: the one before has died. */
const leaseMs = 15 * 60_000
/** Pages of events of one turn; the next turn follows at once. */
const maxPages = 20

type Taken = DirectoryAddress & { leasedUntil: Date }
type Outcome = { ok: boolean; message: string | null; isMore: boolean }

/** Takes one directory that is due; others do not take it until it is done. */
async function takeDue(now: Date): Promise<Taken | undefined> {
  const due = engineDb()
    .select({ id: directories.id })
    .from(directories)
    .where(
      and(
        eq(directories.kind, 'workos'),
        lte(directories.syncDueAt, now),
        isServedHere(),
        goesOnHere,
      ),
    )
    .orderBy(directories.syncDueAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const [taken] = await engineDb()
    .update(directories)
    .set({ syncDueAt: leasedUntil })
    .where(eq(directories.id, due))
    .returning({ id: directories.id, organizationId: directories.organizationId })
  return taken && { ...taken, leasedUntil }
}

/** Connections that are bound to other workers are read by those. */
const isServedHere = () => {
  const [unbound, labels] = servedValues()
  return sql`not exists (select from ${connections}
    where ${connections.id} = ${directories.connectionId} and not case
      when ${connections.workerLabel} is null then ${unbound}::boolean
      else ${connections.workerLabel} = any(${sql.param(labels)}::text[]) end)`
}

type State = Pick<typeof directories.$inferSelect, 'cursor' | 'needsReconcile' | 'reconciledAt'>

async function open({ id, organizationId }: DirectoryAddress) {
  const [found] = await inOrganization(organizationId, (tx) =>
    tx
      .select({ directory: directories, connection: connections })
      .from(directories)
      .leftJoin(connections, eq(connections.id, directories.connectionId))
      .where(eq(directories.id, id)),
  )
  if (!found?.connection)
    throw new ApiError(
      'unknown_connection',
      'The connection of this directory is gone. Disconnect the directory and connect it again.',
    )
  const port = openRow<'directory'>(found.connection)
  if (!port.readDirectory || !port.readEvents || !port.lastEvent || !port.stillThere)
    throw new ApiError('provider_error', 'The provider of this connection cannot be read whole.')
  return { state: found.directory, port: port as ReadablePort }
}

const isReconcileDue = ({ needsReconcile, reconciledAt }: State, now: Date): boolean =>
  needsReconcile ||
  reconciledAt === null ||
  now.getTime() - reconciledAt.getTime() >= reconcileEveryMs

/** Events may have been missed: the next turn reads everything. */
async function askForReconcile(at: DirectoryAddress): Promise<void> {
  await inChange(at, async ({ tx }) => {
    await tx.update(directories).set({ needsReconcile: true }).where(eq(directories.id, at.id))
  })
}

const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.details['code'] === 'cursor_expired'

/**
 * Writes the events after the cursor, a page in one transaction with its new cursor, so each counts
 * once. Answers whether there is more to do.
 */
async function followEvents(
  at: DirectoryAddress,
  port: ReadablePort,
  { from, signal }: { from: string | null; signal: AbortSignal },
): Promise<boolean> {
  let after = from
  for (let page = 1; page <= maxPages; page++) {
    const { events, cursor, more } = await port.readEvents(after, signal)
    const isUnclear = events.some(({ kind }) => kind === 'unclear' || kind === 'ended')
    const isMine = await inChange(at, async (change) => {
      // Another worker was faster: what it wrote is newer.
      if (change.directory.cursor !== after) return false
      await writeEvents(change, events)
      await change.tx
        .update(directories)
        .set({ cursor, needsReconcile: change.directory.needsReconcile || isUnclear })
        .where(eq(directories.id, at.id))
      return true
    })
    if (!isMine || isUnclear) return true
    if (!more) return false
    after = cursor
  }
  return true
}

async function readNews(at: DirectoryAddress, now: Date): Promise<Outcome> {
  const signal = AbortSignal.timeout(leaseMs)
  const { state, port } = await open(at)
  if (isReconcileDue(state, now))
    return { ok: true, message: await reconcile(at, port, signal), isMore: false }
  try {
    const isMore = await followEvents(at, port, { from: state.cursor, signal })
    return { ok: true, message: null, isMore }
  } catch (error) {
    if (!isExpired(error)) throw error
    await askForReconcile(at)
    return { ok: true, message: null, isMore: true }
  }
}

/** What the page shows of an error. Only our own sentences: others may quote people's data. */
function sentenceOf(error: unknown, { id }: DirectoryAddress): string {
  if (error instanceof ApiError) return error.message
  log.error({ error, directory: id }, 'a directory could not be read')
  return 'Reading failed for a reason of ours; it is in the log. It is read again in a minute.'
}

/** Notes how it went. Whoever asked for another turn meanwhile gets it at once. */
async function settle(
  { id, organizationId, leasedUntil }: Taken,
  { ok, message, isMore }: Outcome,
): Promise<void> {
  const next = new Date(Date.now() + (isMore ? 0 : everyMs))
  await inOrganization(organizationId, (tx) =>
    tx
      .update(directories)
      .set({
        lastSyncAt: new Date(),
        lastSyncOk: ok,
        lastSyncMessage: message,
        syncDueAt: sql`case when ${directories.syncDueAt} = ${leasedUntil.toISOString()}::timestamptz
          then ${next.toISOString()}::timestamptz else ${directories.syncDueAt} end`,
      })
      .where(eq(directories.id, id)),
  )
}

/** Reads one directory that is due. Answers false when none is. */
export async function syncDueDirectory(now = new Date()): Promise<boolean> {
  const taken = await takeDue(now)
  if (!taken) return false
  let outcome: Outcome
  try {
    outcome = await readNews(taken, now)
  } catch (error) {
    outcome = { ok: false, message: sentenceOf(error, taken), isMore: false }
  }
  await settle(taken, outcome)
  return true
}
