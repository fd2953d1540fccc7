import type { Place } from '#lib/sealed-text'

type Secret = 'smtp password' | 'webhook password'

/** Where a secret of an organization's sender belongs. */
export const senderSecretPlace = (organizationId: string, secret: Secret): Place => ({
  purpose: 'mail senders',
  boundTo: `organization:${organizationId}:${secret}`,
})

/** Where the private key of a DKIM key belongs. */
export const dkimKeyPlace = (keyId: string): Place => ({
  purpose: 'dkim keys',
  boundTo: `dkim:${keyId}`,
})
