import { createHmac } from 'node:crypto'
import { openSession } from '#lib/auth/session-token'
import { deriveKey } from '#lib/env'
import { log } from '#lib/log'
import { askCell } from './ask.ts'
import type { Cells } from './cells.ts'
import { organizationOfSession, ownClaim, type Claim } from './claims.ts'
import type { Shown, Shows } from './shown-by.ts'

/** Where a request belongs. `unknown`: a cell that may know it does not answer. */
export type Place =
  | { at: 'here'; organizationId: string | null }
  | { at: 'cell'; name: string }
  | { at: 'unknown' }

const here: Place = { at: 'here', organizationId: null }

/** A place in this cell, unless its organization has gone on to another one. */
function unlessGone(cells: Cells, organizationId: string | null): Place {
  const leaving = organizationId === null ? undefined : cells.leaving(organizationId)
  if (leaving?.gone) return { at: 'cell', name: leaving.to }
  return { at: 'here', organizationId }
}

/**
 * Somebody whom no cell knows gets one by a keyed hash, as if that cell knew them: how fast and from
 * where an answer comes tells nothing about who has an account.
 */
function cellOfStranger(cells: Cells, email: string): string {
  const names = cells.names()
  const hash = createHmac('sha256', deriveKey('cells: strangers')).update(email).digest()
  return names[hash.readUInt32BE(0) % names.length] ?? cells.own.name
}

type Answers = { claims: Claim[]; isWhole: boolean }

/** Asks the cells that are known, and those that have just joined when none of them knows it. */
async function askAll(cells: Cells, shown: Shown): Promise<Answers> {
  const answers = await askKnown(cells, shown)
  const isToBeAskedAgain = answers.claims.length === 0 && (await cells.findNew())
  const { claims, isWhole } = isToBeAskedAgain ? await askKnown(cells, shown) : answers
  return { claims, isWhole: isWhole && cells.areKnown() }
}

/**
 * An e-mail address may be known in several cells, and a passkey after a move of one organization of
 * its person; of everything else there is one.
 */
const isInSeveral = ({ kind }: Shown): boolean => kind === 'email' || kind === 'passkey'

/** Resolves with the first claim of who has it, or when all have answered. */
async function askKnown(cells: Cells, shown: Shown): Promise<Answers> {
  const claims: Claim[] = []
  let isWhole = true
  const asked = cells.others().map(async (cell) => {
    const claim = await askCell(cell, shown)
    if (claim) claims.push(claim)
    if (claim?.epoch !== null) throw new Error('not there')
  })
  const settled = Promise.allSettled(asked)
  const oneHasIt = Promise.any(asked).catch(() => undefined)
  await (isInSeveral(shown) ? settled : oneHasIt)
  if (!claims.some(({ epoch }) => epoch === null)) {
    const ends = await settled
    const failed = ends.filter(
      (end) => end.status === 'rejected' && (end.reason as Error).message !== 'not there',
    )
    isWhole = failed.length === 0
    if (!isWhole) log.warn({ cells: failed.length }, 'a cell does not answer where something is')
  }
  return { claims, isWhole }
}

/** The claim that counts: of who has it, else the last move that anybody knows of. */
function best(claims: Claim[], preferred: string): Claim | undefined {
  const having = claims.filter(({ epoch }) => epoch === null)
  return (
    having.find(({ cell }) => cell === preferred) ??
    having.toSorted((one, other) => one.cell.localeCompare(other.cell))[0] ??
    claims.toSorted((one, other) => (other.epoch ?? 0) - (one.epoch ?? 0))[0]
  )
}

async function look(
  cells: Cells,
  shown: Shown,
  { lastCell, address }: Pick<Sender, 'lastCell' | 'address'>,
): Promise<Place> {
  const { name } = cells.own
  // While the own database is away, the other cells' organizations go on.
  let isOwnAway = false
  const own = await ownClaim(name, shown).catch(() => {
    isOwnAway = true
    return undefined
  })
  if (own?.epoch === null && !isInSeveral(shown)) {
    cells.places.set(keyOf(shown), own)
    return unlessGone(cells, own.organizationId)
  }
  if (!cells.mayAskFor(address)) return { at: 'unknown' }
  const { claims, isWhole } = await askAll(cells, shown)
  const claim = best(own ? [...claims, own] : claims, lastCell ?? name)
  if (claim && (claim.epoch === null || isWhole)) {
    if (!isInSeveral(shown)) cells.places.set(keyOf(shown), claim)
    return claim.cell === name
      ? unlessGone(cells, claim.organizationId)
      : { at: 'cell', name: claim.cell }
  }
  // What is answered here says that the database is away.
  if (isOwnAway) return here
  if (!isWhole) return { at: 'unknown' }
  return shown.kind === 'email' ? asPlace(cells, cellOfStranger(cells, shown.value)) : here
}

const keyOf = ({ kind, value }: Shown): string => `${kind} ${value}`
const asPlace = (cells: Cells, name: string): Place =>
  name === cells.own.name ? here : { at: 'cell', name }

/** The cell of a session is named by its cookie; its organization may have gone on from there. */
async function placeOfSession(
  cells: Cells,
  { cell, session }: { cell: string; session?: string },
  isHandedOn: boolean,
): Promise<Place> {
  // Handed on by the cell of the cookie, it came along with its organization.
  if (cell !== cells.own.name && !isHandedOn) {
    if (!cells.other(cell)) await cells.findNew()
    if (cells.other(cell)) return asPlace(cells, cell)
    return cells.areKnown() ? here : { at: 'unknown' }
  }
  if (session === undefined || !cells.isAnyLeaving()) return here
  const id = await openSession(session)
  const organizationId = id && (await organizationOfSession(id).catch(() => undefined))
  return organizationId ? unlessGone(cells, organizationId) : here
}

type Sender = {
  /** Of the client. */
  address: string
  /** The cell of the browser: it decides where somebody signs in who is known in several. */
  lastCell: string | undefined
  /** Another cell handed the request to this one, so what was known of another place is old. */
  isHandedOn: boolean
}

/**
 * Where what a request shows belongs. What is known here costs one query by a unique index, and
 * nothing for the next minute; what is not is asked of all cells.
 */
export async function placeOf(
  cells: Cells,
  shows: Shows,
  { isHandedOn, ...sender }: Sender,
): Promise<Place> {
  if ('cell' in shows) return await placeOfSession(cells, shows, isHandedOn)
  const known = cells.places.get(keyOf(shows))
  const isOwn = known?.cell === cells.own.name
  if (!known || (isHandedOn && !isOwn)) return await look(cells, shows, sender)
  if (isOwn) return unlessGone(cells, known.organizationId)
  return { at: 'cell', name: known.cell }
}
