import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { abortMove, beginMove, commitMove, placeInDirectory } from '#lib/cells/directory'
import type { OwnCell } from '#lib/cells/own-cell'
import { countOf } from '#lib/domain/count-of'
import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'
import type { About } from './about.ts'
import type { answers, Arrival } from './arrivals.ts'
import { exportOrganization } from './export-organization.ts'
import { freeze, isMoving, markGone, markMoving, release } from './move.ts'
import { removeOrganization } from './remove-organization.ts'

/** The cell that the organization goes to. */
export type OtherCell = {
  ask<Do extends Arrival['do']>(
    asked: Extract<Arrival, { do: Do }>,
  ): Promise<z.infer<(typeof answers)[Do]>>
}

export type MoveGiven = {
  ownerUrl: string
  organization: About['organization']
  cell: OwnCell
  to: string
  other: OtherCell
  /** Another short name than the one that it has. */
  slug?: string | undefined
  /** The version of Rounds. */
  rounds: string
  /** How long calls that are under way may take. */
  waitMs: number
  say(sentence: string): void
}

/** Webs look once a second which organizations leave. */
const websLookMs = 1500
const againMs = 50

/**
 * Waits until every transaction of webs and workers that began before has ended: the ones that begin
 * later know that the organization is moving, and write nothing of it. Throws a `SettingsError` when the
 * owner of the database may not see them.
 */
async function waitForWriters(ownerUrl: string): Promise<void> {
  const client = makeClient({ connectionString: ownerUrl, application_name: 'rounds transfer' })
  await client.connect()
  try {
    const { rows: begun } = await client.query<{ at: string }>(
      'select clock_timestamp()::text as at',
    )
    for (;;) {
      const { rows } = await client.query<{ open: number; hidden: number }>(
        `select count(*) filter (where xact_start < $1::timestamptz)::int as open,
           count(*) filter (where query = '<insufficient privilege>')::int as hidden
         from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and usename in ('rounds_app', 'rounds_auth', 'rounds_narrow', 'rounds_engine')`,
        [begun[0]?.at],
      )
      if (rows[0]?.hidden)
        throw new SettingsError(
          'The role of DATABASE_URL may not see what other sessions do. As a superuser: ' +
            'grant pg_read_all_stats to it.',
        )
      if (!rows[0]?.open) return
      await delay(againMs)
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Ends the work here; answers how many runs a worker still has. */
async function standStill({ organization, ownerUrl, to, waitMs, say }: MoveGiven): Promise<number> {
  const { id } = organization
  say('Changes wait from now on; reads go on …')
  await markMoving(id, to)
  await Promise.all([waitForWriters(ownerUrl), delay(websLookMs)])
  say('Waiting for calls that are under way …')
  const atWork = await freeze(id, waitMs, { toCell: true })
  await waitForWriters(ownerUrl)
  return atWork
}

function requireEqual(sent: Record<string, number>, there: Record<string, number>): void {
  const wrong = Object.entries(there).filter(
    // The import has its own entry in the audit log.
    ([table, count]) => count !== (sent[table] ?? 0) + (table === 'audit_entries' ? 1 : 0),
  )
  if (wrong.length === 0) return
  const list = wrong.map(([table, count]) => `${table} (${sent[table] ?? 0}, there ${count})`)
  throw new Error(`not all rows are there: ${list.join(', ')}`)
}

/** Copies everything; the archive is encrypted by a key that only these two processes have. */
async function copy(given: MoveGiven, epoch: number): Promise<void> {
  const { organization, ownerUrl, other, rounds, to, say } = given
  const folder = await mkdtemp(path.join(tmpdir(), 'rounds-move-'))
  const file = path.join(folder, 'organization')
  const passphrase = randomBytes(32).toString('base64url')
  try {
    say('Copying …')
    const sent = await exportOrganization({
      ownerUrl,
      organization,
      file,
      passphrase,
      rounds,
      move: true,
      say,
      toCell: { name: to, epoch },
    })
    if (sent.unreadable > 0)
      say(
        `${countOf(sent.unreadable, 'secret')} cannot be opened, here or there; enter again what is missing.`,
      )
    say(`Writing ${countOf(sent.rows, 'row')} there …`)
    const { held } = await other.ask({
      do: 'take',
      id: organization.id,
      file,
      passphrase,
      slug: given.slug,
    })
    if (held > 0)
      say(`${countOf(held, 'run was', 'runs were')} at work: the calls ask a person there.`)
    for (const name of sent.missing) say(`MISSING in the store: ${name}`)
    say('Comparing …')
    const { counts } = await other.ask({ do: 'count', id: organization.id })
    requireEqual(sent.counts, counts)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Brings it there and commits; answers when it is theirs. */
async function bring(given: MoveGiven): Promise<number> {
  const { organization, cell, to, other, say } = given
  const { id } = organization
  const move = { id, from: cell.name, to }
  const { epoch } = await beginMove(cell.directoryUrl, move)
  const atWork = await standStill(given)
  if (atWork > 0)
    say(
      `${countOf(atWork, 'run')} did not let go within ${countOf(given.waitMs / 1000, 'second')}.`,
    )
  const presence = await other.ask({ do: 'look', id })
  if (presence.state === 'here')
    throw new SettingsError(`It is in the cell ${to} already, and in use there.`)
  // An earlier try of this very move has brought all of it: since then it stood still here.
  const isThere = presence.state === 'arriving' && presence.epoch === epoch
  if (!isThere) {
    if (presence.state !== 'absent') await removeThere(given)
    await copy(given, epoch)
  }
  say('Committing …')
  if (await commitMove(cell.directoryUrl, move, epoch)) return epoch
  throw new SettingsError('Somebody else has ended this move. Look at it again.')
}

async function removeThere({ organization, other, to }: MoveGiven): Promise<void> {
  const { removed } = await other.ask({ do: 'remove', id: organization.id })
  if (!removed)
    throw new SettingsError(
      `The cell ${to} has rows of it from before, and its DATABASE_URL is no superuser, who alone ` +
        'removes them.',
    )
}

/** After the commit: it goes on there, and what is here is removed. */
async function finish(given: MoveGiven, epoch: number): Promise<void> {
  const { organization, ownerUrl, other, to, say } = given
  const { id } = organization
  if ((await other.ask({ do: 'look', id })).state === 'arriving') {
    const { workflows, runs } = await other.ask({ do: 'begin', id })
    say(`It goes on in ${to}: ${countOf(workflows, 'workflow')}, ${countOf(runs, 'run')}.`)
  }
  await markGone(id, epoch)
  // The webs here lead its requests there before its rows go.
  await delay(websLookMs)
  say('Removing what is here …')
  const removed = await removeOrganization(ownerUrl, id, { keepTrace: true })
  if (!removed)
    say('Its rows stay here, unused: DATABASE_URL is no superuser, who alone removes them.')
}

/**
 * Moves an organization to another cell of this service, or goes on with that after a crash. When it
 * fails before the commit in the directory, the organization goes on here.
 */
export async function moveBetweenCells(given: MoveGiven): Promise<void> {
  const { organization, cell, to } = given
  const place = await placeInDirectory(cell.directoryUrl, organization.id)
  if (place?.cell === to && place.movingTo === null) return await finish(given, place.epoch)
  let epoch: number
  try {
    epoch = await bring(given)
  } catch (error) {
    await abortBetweenCells(given)
    throw error
  }
  await finish(given, epoch)
}

/** Takes a move back that was not committed: what came there is removed, and it goes on here. */
export async function abortBetweenCells(given: MoveGiven): Promise<void> {
  const { organization, cell, to, other, say } = given
  const { id } = organization
  const before = await placeInDirectory(cell.directoryUrl, id)
  if (before?.movingTo && before.movingTo !== to)
    throw new SettingsError(`It is moving to ${before.movingTo}: name that with --to.`)
  // From here on nobody commits it any more.
  await abortMove(cell.directoryUrl, { id, from: cell.name })
  const place = await placeInDirectory(cell.directoryUrl, id)
  if (place && place.cell !== cell.name)
    throw new SettingsError(
      `The move is committed: it is in ${place.cell}. Repeat the move to finish it.`,
    )
  if ((await other.ask({ do: 'look', id })).state === 'arriving') await removeThere(given)
  if (!(await isMoving(id))) return
  await release(id, { calls: false })
  say(`It goes on here, in ${cell.name}.`)
}
