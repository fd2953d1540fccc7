import { z } from 'zod'
import { assertionSchema, attestationSchema } from '../../domain/passkey-answers.ts'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'
import { emailSchema, newPasswordSchema } from '../people-fields.ts'

/** What is asked between the password and the session. */
const signInSteps = ['second-factor', 'set-up-factor', 'new-password'] as const
const step = z.enum(signInSteps)

const pendingSchema = z.object({
  step,
  email: z.string(),
  /** By what the second factor can be shown. */
  code: z.boolean(),
  passkey: z.boolean(),
  recoveryCode: z.boolean(),
  /** Why a new password is asked, in a sentence. */
  passwordFault: z.string().nullable(),
  /** Whether the step may be put off. */
  maySkip: z.boolean(),
})
export type PendingSignInView = z.infer<typeof pendingSchema>

/** `step` is what is missing next; null: the session has started, and its cookie is set. */
const progressSchema = z.object({ step: step.nullable() })
export type ProgressView = z.infer<typeof progressSchema>
const progress = { 200: { description: 'What is missing next.', schema: progressSchema } }

export const getSignInContract = contract({
  id: 'getSignIn',
  method: 'GET',
  path: '/api/v2/sign-in',
  summary: 'Read what is missing in the sign-in of this browser',
  description:
    'After a right password, a cookie names the sign-in until a second factor is shown too.',
  tag: 'Profile',
  auth: 'public',
  returns: {
    200: { description: 'The sign-in.', schema: z.object({ pending: pendingSchema.nullable() }) },
  },
})

export const endSignInContract = contract({
  id: 'endSignIn',
  method: 'DELETE',
  path: '/api/v2/sign-in',
  summary: 'Give up the sign-in of this browser',
  tag: 'Profile',
  auth: 'public',
  returns: { 204: { description: 'Given up.' } },
})

const codeSchema = z
  .string({ error: 'Give a code.' })
  .trim()
  .min(6, 'A code has six digits, a recovery code sixteen characters.')
  .max(40, 'A code has six digits, a recovery code sixteen characters.')

export const giveCodeContract = contract({
  id: 'giveSignInCode',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/sign-in/code',
  summary: 'Go on with the code of an authenticator app, or a recovery code',
  tag: 'Profile',
  auth: 'public',
  body: z.strictObject({ code: codeSchema }),
  returns: progress,
  errorStatuses: [401, 429],
})

export const passkeyAnswerSchema = z.strictObject({
  challengeId: z.uuid('A challenge has a UUID as its id.'),
  response: assertionSchema,
})

/** What `navigator.credentials` needs, as the library writes it. */
export const browserQuestionSchema = z.object({
  challengeId: z.uuid(),
  options: z.record(z.string(), z.unknown()),
})

export const askPasskeyContract = contract({
  id: 'askSignInPasskey',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/sign-in/passkey/options',
  summary: 'Ask for a passkey: any one, or one of who has given the password',
  tag: 'Profile',
  auth: 'public',
  returns: { 200: { description: 'For the browser.', schema: browserQuestionSchema } },
  errorStatuses: [409, 429],
})

export const givePasskeyContract = contract({
  id: 'giveSignInPasskey',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/sign-in/passkey',
  summary: 'Sign in, or go on, with a passkey',
  tag: 'Profile',
  auth: 'public',
  body: passkeyAnswerSchema,
  returns: progress,
  errorStatuses: [401, 409, 429],
})

export const totpSetUpSchema = z.object({
  /** Base32, for apps that cannot read the picture. */
  secret: z.string(),
  /** The QR code of the `otpauth` address, as SVG. */
  picture: z.string(),
  /** To be sent back with the first code. */
  setUp: z.string(),
})
export type TotpSetUpView = z.infer<typeof totpSetUpSchema>
export const confirmTotpSchema = z.strictObject({
  setUp: z.string().min(1).max(4000),
  code: codeSchema,
})
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

const enrolled = {
  200: {
    description: 'The recovery codes, shown once, and what is missing next.',
    schema: progressSchema.extend(recoveryCodesSchema.shape),
  },
}

export const setUpAtSignInContract = contract({
  id: 'setUpSignInTotp',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/sign-in/totp/options',
  summary: 'Set up an authenticator app while signing in',
  tag: 'Profile',
  auth: 'public',
  returns: { 200: { description: 'What the app needs.', schema: totpSetUpSchema } },
  errorStatuses: [401],
})

export const confirmAtSignInContract = contract({
  id: 'confirmSignInTotp',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/sign-in/totp',
  summary: 'Confirm the authenticator app with its first code, and go on',
  tag: 'Profile',
  auth: 'public',
  body: confirmTotpSchema,
  returns: enrolled,
  errorStatuses: [401, 429],
})

export const makePasskeyAtSignInContract = contract({
  id: 'makeSignInPasskey',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/sign-in/new-passkey/options',
  summary: 'Begin to add a passkey while signing in',
  tag: 'Profile',
  auth: 'public',
  returns: { 200: { description: 'For the browser.', schema: browserQuestionSchema } },
  errorStatuses: [401, 409],
})

/** What people call their passkeys. */
export const passkeyNameSchema = oneLine(
  z
    .string({ error: 'Give the passkey a name.' })
    .trim()
    .min(1, 'Give the passkey a name.')
    .max(100, 'A name has at most 100 characters.'),
)
export const newPasskeySchema = z.strictObject({
  challengeId: z.uuid('A challenge has a UUID as its id.'),
  name: passkeyNameSchema,
  response: attestationSchema,
})

export const addPasskeyAtSignInContract = contract({
  id: 'addSignInPasskey',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/sign-in/new-passkey',
  summary: 'Add the passkey as the second factor, and go on',
  tag: 'Profile',
  auth: 'public',
  body: newPasskeySchema,
  returns: enrolled,
  errorStatuses: [401, 409, 429],
})

export const replacePasswordContract = contract({
  id: 'replaceSignInPassword',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/sign-in/password',
  summary: 'Choose a new password while signing in',
  tag: 'Profile',
  auth: 'public',
  body: z.strictObject({ newPassword: newPasswordSchema }),
  returns: progress,
  errorStatuses: [401],
})

export const skipStepContract = contract({
  id: 'skipSignInStep',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/sign-in/skip',
  summary: 'Put off the present step of signing in, where that is allowed',
  tag: 'Profile',
  auth: 'public',
  body: z.strictObject({ step }),
  returns: progress,
  errorStatuses: [401, 409],
})

export const requestResetContract = contract({
  id: 'requestPasswordReset',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/password-resets',
  summary: 'Ask for a link to choose a new password',
  description: 'The answer is the same whether the address has an account or not.',
  tag: 'Profile',
  auth: 'public',
  body: z.strictObject({ email: emailSchema }),
  returns: {
    204: { description: 'If there is an account with a password, a mail is on its way to it.' },
  },
  errorStatuses: [409, 429],
})

const resetPasswordSchema = z.strictObject({ newPassword: newPasswordSchema })
export const resetPasswordContract = contract({
  id: 'resetPassword',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/password-resets/{token}',
  summary: 'Choose a new password with the link of a mail',
  description: 'Signs out all sessions. A second factor is asked at the next sign-in as before.',
  tag: 'Profile',
  auth: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  body: resetPasswordSchema,
  returns: { 204: { description: 'Sign in with it now.' } },
  errorStatuses: [403, 404, 429],
})
