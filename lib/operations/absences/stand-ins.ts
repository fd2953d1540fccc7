import { inOrganization } from '#db/client'
import { peopleNamed } from '../deadlines/people-to-tell.ts'
import { shownAway } from './find-stand-in.ts'

/**
 * Who stands in for those of the chosen people who are away now, as candidates of a screen name
 * people. Whether the access rules let them is decided when they open it.
 */
export async function standIns(
  organizationId: string,
  chosen: readonly string[],
): Promise<string[]> {
  const named = chosen.filter((name) => !name.startsWith('group:'))
  return await inOrganization(organizationId, async (tx) => {
    const people = await peopleNamed(tx, named)
    const away = await shownAway(tx, organizationId, people)
    const ids = [...away.values()].flatMap(({ delegateId }) => delegateId ?? [])
    const names = new Set(ids.map((id) => `person:${id}`))
    return [...names].filter((name) => !chosen.includes(name))
  })
}
