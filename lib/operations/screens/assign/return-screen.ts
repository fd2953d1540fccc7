import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../../define-operation.ts'
import { tellingWatchers } from '../tell-watchers.ts'
import {
  givenScreen,
  lockScreenOrThrow,
  ofSomebodyElse,
  requireMayDo,
  type GivenScreen,
} from './assign-screen.ts'
import { findAssignee } from './assignee.ts'
import { giveOrPassOn } from './give-or-pass-on.ts'
import { isOthers } from './lock-screens.ts'

const give = defineOperation<{ taskId: string; note?: string | undefined }, GivenScreen>({
  name: 'returnScreen',
  permission: 'screens:work',
  async run({ actor, input: { taskId, note }, tx, info }) {
    const screen = await lockScreenOrThrow(tx, actor, taskId)
    if (isOthers(actor, screen)) throw ofSomebodyElse(screen)
    const { sender } = screen
    if (!sender)
      throw new ApiError(
        'conflict',
        'Nobody sent this screen, so it cannot be returned. Give it back to everybody instead.',
      )
    const assignee = await findAssignee(tx, actor, sender.id)
    if (!assignee)
      throw new ApiError(
        'conflict',
        `${sender.name ?? 'The sender'} has no access any more. Give it to somebody else, or ` +
          'back to everybody.',
      )
    requireMayDo(actor, assignee, screen)
    const given = { to: assignee, note, isReturn: true }
    const away = await giveOrPassOn(tx, actor, info, [screen], given)
    return await givenScreen(tx, actor, screen, away)
  },
})

/** Gives a screen back to who sent it, with a word for them. */
export const returnScreen = tellingWatchers(give, ({ taskId }) => taskId)
