import { can, type Actor } from '#lib/auth/actor'
import { requireRecentConfirmation } from '#lib/auth/sessions/require-recent-confirmation'
import { nearestRule, type AccessBook, type AccessTarget } from '#lib/domain/access/decide'
import { plainVerbs, type Verb } from '#lib/domain/access/rules'
import { ApiError } from '#lib/domain/api-error'

const verbs: Verb[] = [...plainVerbs, { screen: '*' }]

/** A place in the rules: the rules, and what is asked about. */
export type AccessPlace = { book: AccessBook; target: AccessTarget }

const inForce = ({ book, target }: AccessPlace): string =>
  JSON.stringify(verbs.map((verb) => nearestRule(book, verb, target)?.entries ?? null))

/**
 * A move changes who may do what where other rules are in force at the new place. Then it takes the
 * right to change access rules, and the confirmation that such a change needs. Throws 403.
 */
export async function requireSameAccess(
  actor: Actor,
  before: AccessPlace,
  after: AccessPlace,
): Promise<void> {
  if (inForce(before) === inForce(after)) return
  if (!can(actor, 'access:manage'))
    throw new ApiError(
      'forbidden',
      'Other access rules are in force there, so this would change who may do what. ' +
        'Ask an owner to do it.',
      { permission: 'access:manage' },
    )
  await requireRecentConfirmation(actor)
}
