import { isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { businessCalendars } from '#db/schema/calendars'
import { directoryGroups } from '#db/schema/directories'
import { members } from '#db/schema/people'
import { deadlineNames } from '#lib/domain/deadlines/deadlines'
import type { Definition } from '#lib/domain/workflow/definition'

type Named = { people: string[]; groups: string[]; calendars: string[] }

/**
 * What due dates, reminders and escalations of screens can name; empty when no screen of the
 * definition has any, because then nothing is looked up.
 */
export async function namedInDeadlines(tx: Tx, { steps }: Definition): Promise<Partial<Named>> {
  const has = steps.some(
    ({ type, config }) =>
      type === 'screen' && deadlineNames.some((name) => config[name] !== undefined),
  )
  if (!has) return {}
  const people = await tx
    .select({ id: members.userId, email: members.email })
    .from(members)
    .where(isNull(members.disabledAt))
  const groups = await tx.select({ id: directoryGroups.id }).from(directoryGroups)
  const calendars = await tx.select({ slug: businessCalendars.slug }).from(businessCalendars)
  return {
    people: people.flatMap(({ id, email }) => [id, email.toLowerCase()]).toSorted(),
    groups: groups.map(({ id }) => id).toSorted(),
    calendars: calendars.map(({ slug }) => slug).toSorted(),
  }
}
