import { asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members, users } from '#db/schema/people'
import { newId } from '#lib/ids'
import { queueMail } from './queue-mail.ts'

type Text = { subject: string; lines: readonly string[] }

/**
 * Sends a mail about somebody's account to its address, by the outbox of the organization that they
 * joined first. It is private: nobody else reads it. Does nothing for a person without any.
 */
export async function mailToPerson(
  tx: Tx,
  userId: string,
  { subject, lines }: Text,
): Promise<void> {
  const [person] = await tx
    .select({ email: users.email, name: users.name, organizationId: members.organizationId })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt))
    .limit(1)
  if (!person) return
  await queueMail(tx, person.organizationId, {
    key: `account:${newId()}`,
    to: [person.email],
    subject,
    text: [`Hello ${person.name},`, ...lines, 'Rounds'].join('\n\n'),
    private: true,
    ofAccount: true,
  })
}

const changes = {
  'password-changed': ['Your password was changed', 'The password of your account was changed.'],
  'totp-added': [
    'An authenticator app was added',
    'An authenticator app was added to your account.',
  ],
  'totp-removed': [
    'An authenticator app was removed',
    'The authenticator app of your account was removed.',
  ],
  'passkey-added': ['A passkey was added', 'A passkey was added to your account.'],
  'passkey-removed': ['A passkey was removed', 'A passkey of your account was removed.'],
  'recovery-codes': [
    'New recovery codes were made',
    'New recovery codes were made for your account; the old ones do not work any more.',
  ],
  'recovery-code-used': [
    'A recovery code was used',
    'Somebody signed in to your account with your password and a recovery code. Set up your ' +
      'second factor again; each recovery code works once.',
  ],
  'recovery-code-confirmed': [
    'A recovery code was used',
    'Somebody used a recovery code to unlock your session or to confirm a change. Set up your ' +
      'second factor again; each recovery code works once.',
  ],
} as const satisfies Record<string, readonly [subject: string, line: string]>

/** Tells a person what happened to their account, so that they notice when it was not them. */
export async function notifyPerson(
  tx: Tx,
  userId: string,
  change: keyof typeof changes,
): Promise<void> {
  const [subject, line] = changes[change]
  const otherwise =
    'If this was not you, choose a new password at once and tell an owner of your organization.'
  await mailToPerson(tx, userId, { subject, lines: [line, otherwise] })
}
