import { defineOperation } from '../../define-operation.ts'
import { getOpenScreenOrThrow, notOpen } from '../open-screen.ts'
import { mayDo, searchAssignees } from './assignee.ts'
import { openItems } from './lock-screens.ts'

const most = 20
type Person = { userId: string; name: string; email: string }

/** People to whom screens can be given: who may do this one, or any. */
export const listAssignees = defineOperation<
  { taskId?: string | undefined; q?: string | undefined },
  { items: Person[] }
>({
  name: 'listAssignees',
  permission: 'screens:work',
  async run({ actor, input: { taskId, q = '' }, tx }) {
    const found = await searchAssignees(tx, actor, q)
    const items = (people: typeof found) =>
      people.slice(0, most).map(({ userId, name, email }) => ({ userId, name, email }))
    if (!taskId)
      return { items: items(found.filter(({ person }) => person.permissions.has('screens:work'))) }
    await getOpenScreenOrThrow(tx, actor, taskId)
    const [screen] = await openItems(tx, actor, [taskId])
    if (!screen) throw notOpen(taskId)
    return { items: items(found.filter((one) => mayDo(actor, one, screen.target))) }
  },
})
