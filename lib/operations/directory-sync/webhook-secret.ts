import { openText, sealText, type Place } from '#lib/sealed-text'

type Row = { organizationId: string; id: string }

/** Binds the ciphertext to its row: it cannot be opened for another directory. */
export const webhookSecretPlace = ({ organizationId, id }: Row): Place => ({
  purpose: 'directory webhook secrets',
  boundTo: `directory:${organizationId}:${id}`,
})

/** Encrypts the secret that signs the messages of a directory, with AES-256-GCM. */
export const sealWebhookSecret = (row: Row, secret: string): string =>
  sealText(webhookSecretPlace(row), secret)

/** Undefined when there is none. Throws when it was changed, or made with another SECRET_KEY. */
export const openWebhookSecret = (row: Row, sealed: string | null): string | undefined =>
  sealed === null ? undefined : openText(webhookSecretPlace(row), sealed)
