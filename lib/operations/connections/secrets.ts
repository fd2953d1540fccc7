import { openText, sealText, type Place } from '#lib/sealed-text'

type Row = { organizationId: string; id: string }

/** Binds the ciphertext to its row: it cannot be opened in another row or organization. */
export const connectionPlace = ({ organizationId, id }: Row): Place => ({
  purpose: 'connection secrets',
  boundTo: `connection:${organizationId}:${id}`,
})

/** Encrypts a connection's secrets with AES-256-GCM. */
export function sealSecrets(row: Row, secrets: Record<string, string>): string {
  return sealText(connectionPlace(row), JSON.stringify(secrets))
}

/**
 * Decrypts the answer of `sealSecrets` for the same row. Throws when it was changed, moved, or made
 * with another SECRET_KEY.
 */
export function openSecrets(row: Row, sealed: string | null): Record<string, string> {
  if (sealed === null) return {}
  return JSON.parse(openText(connectionPlace(row), sealed)) as Record<string, string>
}
