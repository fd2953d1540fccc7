import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { absences } from '#db/schema/absences'
import { notifications } from '#db/schema/notifications'
import { members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import type { AbsenceBody, AbsencesView } from '#lib/contracts/organization/absences'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineOperation, type Audit } from '../define-operation.ts'
import { notify } from '../notifications/notify.ts'
import { absencesView } from './absences-view.ts'
import { checkAbsence } from './check-absence.ts'
import { dayIn } from './find-away.ts'

type Person = { organizationId: string; userId: string; name: string }
type OfMember = { id: string }
type OfAbsence = { absenceId: string }
type Asked = { delegateId?: string | undefined }
type Change = AbsenceBody & OfAbsence & { revision: number }

/** The caller. Throws 403 for systems: they are never away. */
function requireSelf({ kind, organizationId, id, name }: Actor): Person {
  if (kind !== 'user')
    throw new ApiError('forbidden', 'Only a person can be away. Sign in to enter when you are.')
  return { organizationId, userId: id, name }
}

async function getMemberOrThrow(tx: Tx, { organizationId }: Actor, id: string): Promise<Person> {
  const [row] = await tx
    .select({ name: members.name })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, id)))
  if (!row) throw ApiError.notFound('member', id)
  return { organizationId, userId: id, name: row.name }
}

/** Locks an absence that is not over. Throws 404. */
async function lockAbsence(tx: Tx, { organizationId, userId }: Person, id: string) {
  const [row] = await tx
    .select()
    .from(absences)
    .where(
      and(
        eq(absences.organizationId, organizationId),
        eq(absences.userId, userId),
        eq(absences.id, id),
        isNull(absences.endedAt),
      ),
    )
    .for('update')
  if (!row) throw ApiError.notFound('absence', id)
  return row
}

const stored = ({ firstDay, lastDay, note, delegateId, heldCases }: AbsenceBody) => ({
  firstDay,
  lastDay,
  note: note || null,
  delegateId: delegateId ?? null,
  heldCases: heldCases ?? 'keep',
})

type Named = { actor: Actor; absenceId: string; delegateId: string | null }

/** Tells the delegate of an absence, and takes back what another one was told and has not read. */
async function tellDelegate(tx: Tx, person: Person, { actor, absenceId, delegateId }: Named) {
  await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.organizationId, person.organizationId),
        eq(notifications.absenceId, absenceId),
        isNull(notifications.readAt),
      ),
    )
  if (delegateId === null) return
  const { organizationId } = person
  const userIds = [delegateId]
  await notify(tx, { organizationId, userIds, kind: 'stand-in', absenceId, by: actor.id })
}

async function add(tx: Tx, actor: Actor, person: Person, body: AbsenceBody): Promise<void> {
  const { organizationId, userId } = person
  const { today } = await dayIn(tx, organizationId, new Date())
  await checkAbsence(tx, person, body, today)
  const id = newId()
  const values = { id, organizationId, userId, setBy: actor.name, ...stored(body) }
  await tx.insert(absences).values(values)
  await tellDelegate(tx, person, { actor, absenceId: id, delegateId: values.delegateId })
}

async function change(
  tx: Tx,
  actor: Actor,
  person: Person,
  { absenceId, revision, ...body }: Change,
) {
  const { today } = await dayIn(tx, person.organizationId, new Date())
  const row = await lockAbsence(tx, person, absenceId)
  if (row.revision !== revision)
    throw new ApiError(
      'version_conflict',
      'This absence was changed meanwhile. Load the page again.',
    )
  const hasBegun = row.begunAt !== null || row.firstDay <= today
  const next = stored(body)
  if (hasBegun && (next.firstDay !== row.firstDay || next.heldCases !== row.heldCases))
    throw new ApiError(
      'conflict',
      'The absence has begun, so its first day and what becomes of the open cases stay as they ' +
        'are. Give open cases to somebody in the inbox.',
    )
  await checkAbsence(tx, person, { ...body, id: absenceId, hasBegun }, today)
  await tx
    .update(absences)
    .set({ ...next, revision: sql`${absences.revision} + 1` })
    .where(eq(absences.id, absenceId))
  if (next.delegateId !== row.delegateId)
    await tellDelegate(tx, person, { actor, absenceId, delegateId: next.delegateId })
}

async function end(tx: Tx, actor: Actor, person: Person, absenceId: string): Promise<void> {
  const { id } = await lockAbsence(tx, person, absenceId)
  await tx
    .update(absences)
    .set({ endedAt: sql`now()` })
    .where(eq(absences.id, id))
  await tellDelegate(tx, person, { actor, absenceId, delegateId: null })
}

/** The audit entry of an act. The note stays out of it: it says why somebody is away. */
const entry = (action: string, userId: string, body: AbsenceBody | undefined): Audit => ({
  action,
  objectKind: 'member',
  objectId: userId,
  details: body && {
    firstDay: body.firstDay,
    lastDay: body.lastDay,
    delegateId: body.delegateId ?? null,
    heldCases: body.heldCases ?? 'keep',
  },
})

export const getOwnAbsences = defineOperation<Asked, AbsencesView>({
  name: 'getOwnAbsences',
  permission: 'self:manage',
  async run({ actor, input: { delegateId }, tx }) {
    return await absencesView(tx, requireSelf(actor), actor.book, delegateId)
  },
})

export const addOwnAbsence = defineOperation<AbsenceBody, AbsencesView>({
  name: 'addOwnAbsence',
  permission: 'self:manage',
  audit: ({ actor, input }) => entry('absence.added', actor.id, input),
  async run({ actor, input, tx }) {
    const person = requireSelf(actor)
    await add(tx, actor, person, input)
    return await absencesView(tx, person, actor.book)
  },
})

export const changeOwnAbsence = defineOperation<Change, AbsencesView>({
  name: 'changeOwnAbsence',
  permission: 'self:manage',
  audit: ({ actor, input }) => entry('absence.changed', actor.id, input),
  async run({ actor, input, tx }) {
    const person = requireSelf(actor)
    await change(tx, actor, person, input)
    return await absencesView(tx, person, actor.book)
  },
})

export const endOwnAbsence = defineOperation<OfAbsence, AbsencesView>({
  name: 'endOwnAbsence',
  permission: 'self:manage',
  audit: ({ actor }) => entry('absence.ended', actor.id, undefined),
  async run({ actor, input: { absenceId }, tx }) {
    const person = requireSelf(actor)
    await end(tx, actor, person, absenceId)
    return await absencesView(tx, person, actor.book)
  },
})

export const getMemberAbsences = defineOperation<OfMember & Asked, AbsencesView>({
  name: 'getMemberAbsences',
  permission: 'members:manage',
  async run({ actor, input: { id, delegateId }, tx }) {
    const person = await getMemberOrThrow(tx, actor, id)
    return await absencesView(tx, person, actor.book, delegateId)
  },
})

export const addMemberAbsence = defineOperation<OfMember & AbsenceBody, AbsencesView>({
  name: 'addMemberAbsence',
  permission: 'members:manage',
  audit: ({ input }) => entry('absence.added', input.id, input),
  async run({ actor, input: { id, ...body }, tx }) {
    const person = await getMemberOrThrow(tx, actor, id)
    await add(tx, actor, person, body)
    return await absencesView(tx, person, actor.book)
  },
})

export const changeMemberAbsence = defineOperation<OfMember & Change, AbsencesView>({
  name: 'changeMemberAbsence',
  permission: 'members:manage',
  audit: ({ input }) => entry('absence.changed', input.id, input),
  async run({ actor, input: { id, ...body }, tx }) {
    const person = await getMemberOrThrow(tx, actor, id)
    await change(tx, actor, person, body)
    return await absencesView(tx, person, actor.book)
  },
})

export const endMemberAbsence = defineOperation<OfMember & OfAbsence, AbsencesView>({
  name: 'endMemberAbsence',
  permission: 'members:manage',
  audit: ({ input }) => entry('absence.ended', input.id, undefined),
  async run({ actor, input: { id, absenceId }, tx }) {
    const person = await getMemberOrThrow(tx, actor, id)
    await end(tx, actor, person, absenceId)
    return await absencesView(tx, person, actor.book)
  },
})
