import { z } from 'zod'
import { contract } from '../contract.ts'
import { browserQuestionSchema, passkeyAnswerSchema } from './sign-in.ts'

export const ownSessionSchema = z.object({
  personId: z.uuid(),
  name: z.string(),
  /** Locked: every other request is refused with 423 until the person confirmed themselves. */
  locked: z.boolean(),
  /** Minutes without activity after which it locks: the strictest of your organizations. */
  idleMinutes: z.int(),
  /** Since the last activity that was reported. */
  idleForSeconds: z.int(),
  /** When it is over, active or not. */
  endsAt: z.iso.datetime({ offset: true }),
  /** Sensitive acts are allowed for now. */
  confirmed: z.boolean(),
  /** How you can confirm that it is you; with none of them you sign in again. */
  confirmBy: z.object({
    password: z.boolean(),
    code: z.boolean(),
    recoveryCode: z.boolean(),
    passkey: z.boolean(),
    /** The host that passkeys are for; null when this installation cannot have any. */
    passkeyHost: z.string().nullable(),
    /**
     * The name of the identity provider that started the session and can ask you again: open
     * `/api/auth/sso/confirm` in a tab of its own.
     */
    singleSignOn: z.string().nullable(),
  }),
})
export type OwnSession = z.infer<typeof ownSessionSchema>

const returns = { 200: { description: 'The session.', schema: ownSessionSchema } }

export const getOwnSessionContract = contract({
  id: 'getOwnSession',
  method: 'GET',
  path: '/api/v2/profile/session',
  summary: 'Read the state of your session',
  description: 'Also while it is locked. An API key has no session: 403.',
  tag: 'Profile',
  whileLocked: true,
  returns,
})

export const reportActivityContract = contract({
  id: 'reportActivity',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/profile/session/activity',
  summary: 'Say that you did something',
  description:
    'Our pages send it once a minute while their person types, points or scrolls. Nothing else ' +
    'but opening a page keeps a session from locking: requests of pages on their own do not count.',
  tag: 'Profile',
  returns,
})

export const lockSessionContract = contract({
  id: 'lockSession',
  method: 'PUT',
  path: '/api/v2/profile/session/lock',
  summary: 'Lock your session',
  description:
    'In all tabs of the browser. With `idle` only when nothing was reported for so long; then ' +
    '`locked` says whether it was done.',
  tag: 'Profile',
  whileLocked: true,
  body: z.strictObject({
    /** The page saw no activity for the time; another page of the browser may have. */
    idle: z.boolean().optional(),
  }),
  bodyOptional: true,
  returns,
})

export const confirmSessionSchema = z
  .strictObject({
    /** The person whom the page was made for; 409 when somebody else has signed in since. */
    personId: z.uuid('A person has a UUID as their id.'),
    password: z.string().min(1, 'Give your password.').max(1000).optional(),
    /** Of the authenticator app, or a recovery code, which is used up. */
    code: z.string().trim().min(1, 'Give the code of your app.').max(40).optional(),
    passkey: passkeyAnswerSchema.optional(),
  })
  .refine(
    ({ password, code, passkey }) =>
      [password, code, passkey].filter((way) => way !== undefined).length === 1,
    { path: ['password'], message: 'Give one: your password, the code of your app or a passkey.' },
  )

export const askSessionPasskeyContract = contract({
  id: 'askSessionPasskey',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/profile/session/passkey/options',
  summary: 'Ask for one of your passkeys, to confirm that it is you',
  tag: 'Profile',
  whileLocked: true,
  returns: { 200: { description: 'For the browser.', schema: browserQuestionSchema } },
  errorStatuses: [409],
})

export const confirmSessionContract = contract({
  id: 'confirmSession',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/profile/session/confirmation',
  summary: 'Confirm that it is you',
  description:
    'Unlocks the session, and allows sensitive acts (those that answer 403 ' +
    '`confirmation_required`) for ten minutes.',
  tag: 'Profile',
  whileLocked: true,
  body: confirmSessionSchema,
  returns,
  errorStatuses: [409, 429],
})
