import type { Actor } from '#lib/auth/actor'
import type { SecureLinkView } from '#lib/contracts/runs/secure-messages'
import type { CallInfo } from '../../define-operation.ts'
import { nameOfOrganization } from '../../organizations/name-of-organization.ts'
import { loadLogo } from '../../settings/logo-view.ts'
import { hasEnded } from '../find-message.ts'
import { loadMessageKey, openPart, type RecipientSecrets } from '../message-key.ts'
import {
  asRecipient,
  countUse,
  findByToken,
  isReading,
  type Visit,
  type Visitor,
} from './find-recipient.ts'
import type { Shown } from '#lib/auth/message-cookie'

/** What the holder of the link may know: who sent it, and how to open it. */
export async function linkView(
  { tx, recipient, message }: Visit,
  shown: Shown | undefined,
): Promise<SecureLinkView> {
  const { organizationId, expiresAt } = message
  const isOpen = await isReading(tx, recipient, shown)
  const key = await loadMessageKey(tx, message.id)
  const secrets = openPart<RecipientSecrets>(key, `recipient:${recipient.id}`, recipient.sealed)
  const ended = message.endReason ?? (hasEnded(message) ? 'expired' : undefined)
  return {
    id: recipient.id,
    state: ended ?? (isOpen ? 'open' : 'locked'),
    organization: {
      name: await nameOfOrganization(tx, organizationId),
      logo: await loadLogo(tx, organizationId),
    },
    codeWay: recipient.codeWay,
    question: secrets?.question ?? null,
    expiresAt: expiresAt.toISOString(),
  }
}

/** Reads the state of a link by its cookie. It changes nothing. */
export const getSecureLink = async (
  _nobody: Actor,
  visitor: Visitor,
  info: CallInfo,
): Promise<SecureLinkView> =>
  await asRecipient(visitor, 'read', (visit) => linkView(visit, visitor.shown), info)

/**
 * Exchanges the token of a link for its cookie, which is all that happens: a program that follows
 * links, and runs the scripts of pages, uses nothing up.
 */
export async function openSecureLink(
  nobody: Actor,
  { token }: { token: string },
  info: CallInfo,
): Promise<{ view: SecureLinkView; shown: Shown }> {
  await countUse(token, 'read')
  const { id } = await findByToken(token)
  const shown = { token }
  return { view: await getSecureLink(nobody, { id, shown }, info), shown }
}
