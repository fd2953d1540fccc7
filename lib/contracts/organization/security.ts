import { z } from 'zod'
import { contract } from '../contract.ts'
import {
  browserQuestionSchema,
  confirmTotpSchema,
  newPasskeySchema,
  passkeyNameSchema,
  recoveryCodesSchema,
  totpSetUpSchema,
} from './sign-in.ts'

const instant = z.iso.datetime({ offset: true })

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Synchronised to other devices of its person. */
  backedUp: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type PasskeyView = z.infer<typeof passkeySchema>

export const securitySchema = z.object({
  /** False for who signs in another way only. */
  hasPassword: z.boolean(),
  /** The authenticator app, when there is one. */
  totp: z.object({ createdAt: instant }).nullable(),
  passkeys: z.array(passkeySchema),
  /** The host that passkeys are for; null when this installation cannot have any. */
  passkeyHost: z.string().nullable(),
  recoveryCodesLeft: z.int(),
  /** From when on a second factor is required; null when none is. */
  requiredFrom: instant.nullable(),
})
export type SecurityView = z.infer<typeof securitySchema>

export const getSecurityContract = contract({
  id: 'getSecurity',
  method: 'GET',
  path: '/api/v2/profile/security',
  summary: 'Read how you sign in',
  tag: 'Profile',
  returns: { 200: { description: 'Your password and second factors.', schema: securitySchema } },
})

export const startTotpContract = contract({
  id: 'startTotp',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/profile/totp/options',
  summary: 'Begin to set up an authenticator app',
  tag: 'Profile',
  returns: { 200: { description: 'What the app needs.', schema: totpSetUpSchema } },
  errorStatuses: [409],
})

export const addTotpContract = contract({
  id: 'addTotp',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/profile/totp',
  summary: 'Confirm the authenticator app with its first code',
  description: 'It replaces an earlier app. All recovery codes are replaced, too.',
  tag: 'Profile',
  body: confirmTotpSchema,
  returns: {
    200: { description: 'The recovery codes, shown once.', schema: recoveryCodesSchema },
  },
  errorStatuses: [409],
})

export const removeTotpContract = contract({
  id: 'removeTotp',
  method: 'DELETE',
  path: '/api/v2/profile/totp',
  summary: 'Remove the authenticator app',
  tag: 'Profile',
  returns: { 204: { description: 'Removed.' } },
  errorStatuses: [404, 409],
})

export const startPasskeyContract = contract({
  id: 'startPasskey',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/profile/passkeys/options',
  summary: 'Begin to add a passkey',
  tag: 'Profile',
  returns: { 200: { description: 'For the browser.', schema: browserQuestionSchema } },
  errorStatuses: [409],
})

export const addPasskeyContract = contract({
  id: 'addPasskey',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/profile/passkeys',
  summary: 'Add a passkey',
  description: 'With the first second factor, recovery codes are made.',
  tag: 'Profile',
  body: newPasskeySchema,
  returns: {
    201: {
      description: 'Added. `recoveryCodes` are shown once, and empty when there were some before.',
      schema: recoveryCodesSchema.extend({ id: z.uuid() }),
    },
  },
  errorStatuses: [409],
})

const ofPasskey = z.strictObject({ id: z.uuid('A passkey has a UUID as its id.') })

export const renamePasskeyContract = contract({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/api/v2/profile/passkeys/{id}',
  summary: 'Rename one of your passkeys',
  tag: 'Profile',
  params: ofPasskey,
  body: z.strictObject({ name: passkeyNameSchema }),
  returns: { 204: { description: 'Renamed.' } },
  errorStatuses: [404],
})

export const removePasskeyContract = contract({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/api/v2/profile/passkeys/{id}',
  summary: 'Remove one of your passkeys',
  tag: 'Profile',
  params: ofPasskey,
  returns: { 204: { description: 'Removed.' } },
  errorStatuses: [404, 409],
})

export const replaceRecoveryCodesContract = contract({
  id: 'replaceRecoveryCodes',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/profile/recovery-codes',
  summary: 'Make new recovery codes',
  description: 'The old ones stop working.',
  tag: 'Profile',
  returns: {
    200: { description: 'The recovery codes, shown once.', schema: recoveryCodesSchema },
  },
  errorStatuses: [409],
})
