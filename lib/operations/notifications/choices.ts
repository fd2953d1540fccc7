import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { notificationChoices, notifications } from '#db/schema/notifications'
import { organizations } from '#db/schema/organizations'
import type { ChosenNotifications } from '#lib/contracts/organization/notifications'
import { ApiError } from '#lib/domain/api-error'
import {
  defaultChoices,
  notificationKinds,
  wholeChoices,
  type NotificationChoices,
} from '#lib/domain/notification/choices'
import { defineOperation } from '../define-operation.ts'
import { requireOwn } from './own-notifications.ts'

type Person = { organizationId: string; userId: string }

const ofPerson = ({ organizationId, userId }: Person) =>
  and(
    eq(notificationChoices.organizationId, organizationId),
    eq(notificationChoices.userId, userId),
  )

async function choicesOf(tx: Tx, person: Person): Promise<ChosenNotifications> {
  const [row] = await tx
    .select({ choices: notificationChoices.choices, revision: notificationChoices.revision })
    .from(notificationChoices)
    .where(ofPerson(person))
  const [organization] = await tx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, person.organizationId))
  return {
    choices: wholeChoices(row?.choices),
    revision: row?.revision ?? 0,
    timeZone: organization?.timeZone ?? 'UTC',
  }
}

export const getNotificationChoices = defineOperation<object, ChosenNotifications>({
  name: 'getNotificationChoices',
  permission: 'self:manage',
  async run({ actor, tx }) {
    requireOwn(actor)
    return await choicesOf(tx, { organizationId: actor.organizationId, userId: actor.id })
  },
})

/** Drops what waits to be told in a way that the person has turned off. */
async function dropTurnedOff(tx: Tx, person: Person, choices: NotificationChoices): Promise<void> {
  for (const kind of notificationKinds) {
    const { mail, push } = choices.kinds[kind]
    const off = {
      ...(mail === 'none' ? { mailAt: null } : {}),
      ...(push ? {} : { pushAt: null }),
    }
    if (Object.keys(off).length > 0)
      await tx
        .update(notifications)
        .set(off)
        .where(
          and(
            eq(notifications.organizationId, person.organizationId),
            eq(notifications.userId, person.userId),
            eq(notifications.kind, kind),
            isNull(notifications.readAt),
          ),
        )
  }
}

/** Writes choices of a person; false when they were changed since `revision`. */
async function writeChoices(
  tx: Tx,
  person: Person,
  { choices, revision }: { choices: NotificationChoices; revision: number },
): Promise<boolean> {
  const written =
    revision === 0
      ? await tx
          .insert(notificationChoices)
          .values({ ...person, choices })
          .onConflictDoNothing()
          .returning({ revision: notificationChoices.revision })
      : await tx
          .update(notificationChoices)
          .set({ choices, revision: sql`revision + 1`, updatedAt: sql`now()` })
          .where(and(ofPerson(person), eq(notificationChoices.revision, revision)))
          .returning({ revision: notificationChoices.revision })
  if (written.length > 0) await dropTurnedOff(tx, person, choices)
  return written.length > 0
}

export const setNotificationChoices = defineOperation<
  { choices: NotificationChoices; revision: number },
  ChosenNotifications
>({
  name: 'setNotificationChoices',
  permission: 'self:manage',
  async run({ actor, input, tx }) {
    requireOwn(actor)
    const person = { organizationId: actor.organizationId, userId: actor.id }
    if (!(await writeChoices(tx, person, input)))
      throw new ApiError(
        'version_conflict',
        'Your choices were changed in another tab meanwhile. Load the page again.',
      )
    return await choicesOf(tx, person)
  },
})

/**
 * Turns off every mail of notifications of a person. Whoever wrote at the same time is waited for,
 * and their other choices stay.
 */
export async function stopMailsOf(tx: Tx, person: Person): Promise<void> {
  await tx
    .insert(notificationChoices)
    .values({ ...person, choices: defaultChoices })
    .onConflictDoNothing()
  const [row] = await tx
    .select({ choices: notificationChoices.choices })
    .from(notificationChoices)
    .where(ofPerson(person))
    .for('update')
  const choices = structuredClone(wholeChoices(row?.choices))
  for (const kind of notificationKinds) choices.kinds[kind].mail = 'none'
  await tx
    .update(notificationChoices)
    .set({ choices, revision: sql`revision + 1`, updatedAt: sql`now()` })
    .where(ofPerson(person))
  await dropTurnedOff(tx, person, choices)
}
