import type { Tx } from '#db/client'
import { shownAway } from '../../absences/find-stand-in.ts'
import { defineOperation } from '../../define-operation.ts'
import { getOpenScreenOrThrow, notOpen } from '../open-screen.ts'
import { mayDo, searchAssignees, type Assignee } from './assignee.ts'
import { openItems } from './lock-screens.ts'

const most = 20
type Person = {
  userId: string
  name: string
  email: string
  away: { until: string; delegate: string | null } | null
}

/** The first of these people, with who of them is away. */
async function peopleOf(tx: Tx, organizationId: string, found: Assignee[]): Promise<Person[]> {
  const shown = found.slice(0, most)
  const ids = shown.map(({ userId }) => userId)
  const away = await shownAway(tx, organizationId, ids)
  return shown.map(({ userId, name, email }) => {
    const { until, delegate = null } = away.get(userId) ?? {}
    return { userId, name, email, away: until === undefined ? null : { until, delegate } }
  })
}

/** People to whom screens can be given: who may do this one, or any. */
export const listAssignees = defineOperation<
  { taskId?: string | undefined; q?: string | undefined },
  { items: Person[] }
>({
  name: 'listAssignees',
  permission: 'screens:work',
  async run({ actor, input: { taskId, q = '' }, tx }) {
    const found = await searchAssignees(tx, actor, q)
    const items = async (people: typeof found) => ({
      items: await peopleOf(tx, actor.organizationId, people),
    })
    if (!taskId)
      return await items(found.filter(({ person }) => person.permissions.has('screens:work')))
    await getOpenScreenOrThrow(tx, actor, taskId)
    const [screen] = await openItems(tx, actor, [taskId])
    if (!screen) throw notOpen(taskId)
    return await items(found.filter((one) => mayDo(actor, one, screen.target)))
  },
})
