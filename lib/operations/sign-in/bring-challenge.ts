import { hasChallenge, keepChallenge } from '#lib/auth/factors/passkey-challenges'
import { askForChallenge } from '#lib/cells/ask'
import { otherCells } from '#lib/cells/cells'

/**
 * A browser that asks for a passkey says nothing of its person, so any cell makes the challenge; the
 * answer names the passkey and comes to the cell that knows it. That takes the challenge from the
 * cell that made it.
 */
export async function bringChallenge(id: string): Promise<void> {
  const others = otherCells()
  if (others.length === 0 || (await hasChallenge(id))) return
  const answers = await Promise.allSettled(
    others.map(async (cell) => await askForChallenge(cell, id)),
  )
  const challenge = answers
    .map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined))
    .find((value) => value !== undefined)
  if (challenge !== undefined) await keepChallenge(id, challenge)
}
