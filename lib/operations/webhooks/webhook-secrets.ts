import { createHash, randomBytes } from 'node:crypto'
import { env } from '#lib/env'
import { openText, sealText, type Place } from '#lib/sealed-text'

type Row = { organizationId: string; workflowId: string }
type Kind = 'webhook addresses' | 'webhook signing secrets'

const idBytes = 16
const secretBytes = 32

/** Binds a sealed text to its row: it cannot be opened for another workflow. */
export const webhookPlace = (purpose: Kind, { organizationId, workflowId }: Row): Place => ({
  purpose,
  boundTo: `webhook:${organizationId}:${workflowId}`,
})

/** Encrypts an address or a secret of a workflow. */
export const sealOfWebhook = (purpose: Kind, row: Row, text: string): string =>
  sealText(webhookPlace(purpose, row), text)

/** Throws when it was changed, or made with another SECRET_KEY. */
export const openOfWebhook = (purpose: Kind, row: Row, sealed: string): string =>
  openText(webhookPlace(purpose, row), sealed)

/**
 * A new last part of an address: the organization, by which a request finds its cell and its rows,
 * and 256 random bits.
 */
export function newWebhookToken(organizationId: string): string {
  const id = Buffer.from(organizationId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, randomBytes(secretBytes)]).toString('base64url')
}

const nowhere = '00000000-0000-0000-0000-000000000000'

/** The organization that a token names; one that none has for what is no token. */
export function organizationOfToken(token: string): string {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + secretBytes) return nowhere
  return bytes
    .toString('hex', 0, idBytes)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const hashOfToken = (token: string): string =>
  createHash('sha256').update(token, 'utf8').digest('hex')

export const webhookAddress = (token: string): string =>
  `${env().BASE_URL}/api/v2/hooks/workflows/${token}`
