import { createHmac } from 'node:crypto'
import { deriveKey } from '#lib/env'
import { openWith, sealWith } from '#lib/sealed-text'

/** What a visitor goes on with. */
export type SavedContent = { data: Record<string, unknown>; page: number }
type Place = { id: string; secret: string }

/** The key needs the service's key and the link: who has only one of them reads nothing. */
const keyOf = (secret: string): Buffer =>
  createHmac('sha256', deriveKey('saved forms')).update(secret).digest()

export const sealContent = ({ id, secret }: Place, content: SavedContent): string =>
  sealWith(keyOf(secret), `saved form:${id}`, JSON.stringify(content))

export const openContent = ({ id, secret }: Place, sealed: string): SavedContent =>
  JSON.parse(openWith(keyOf(secret), `saved form:${id}`, sealed)) as SavedContent
