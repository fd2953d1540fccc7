import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#lib/env'

// What cells say to each other is signed by a key that every cell derives from the one SECRET_KEY.

/** A signature is good for so long: clocks of machines differ, and a copy is soon worth nothing. */
const validMs = 60_000

/** The header of a request that another cell's web handed on. */
export const hopHeader = 'x-rounds-hop'
/** The header of a question between cells. */
export const askHeader = 'x-rounds-cells'
/** Where cells ask each other. */
export const askPath = '/api/cells/whose'

/** A request is handed on at most so many times: to a cell that it has left, and on from there. */
export const maxHops = 2

const macOf = (parts: (string | number)[]): Buffer =>
  createHmac('sha256', deriveKey('cells: calls')).update(JSON.stringify(parts)).digest()

function isMac(given: string, parts: (string | number)[]): boolean {
  const bytes = Buffer.from(given, 'base64url')
  const expected = macOf(parts)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

const isFresh = (at: number, now: number): boolean => Math.abs(now - at) <= validMs

type Message = { method: string; url: string }

/** How a request came here from another cell's web. */
export type Hop = {
  /** 1 for the first cell that it was handed to. */
  number: number
  /** The address of the client, as the first web saw it. */
  address: string
}

/** The header of a request that is handed to the cell `to`. */
export function signHop(to: string, { number, address }: Hop, message: Message): string {
  const at = Date.now()
  const mac = macOf(['hop', at, number, address, to, message.method, message.url])
  return [at, number, Buffer.from(address).toString('base64url'), mac.toString('base64url')].join(
    '.',
  )
}

/** Reads the header at the cell `to`; undefined when no cell made it for this request. */
export function readHop(
  header: string | string[] | undefined,
  to: string,
  { method, url }: Message,
  now = Date.now(),
): Hop | undefined {
  if (typeof header !== 'string') return undefined
  const [atText = '', numberText = '', addressText = '', mac = ''] = header.split('.')
  const at = Number(atText)
  const number = Number(numberText)
  const address = Buffer.from(addressText, 'base64url').toString()
  if (!isFresh(at, now)) return undefined
  return isMac(mac, ['hop', at, number, address, to, method, url]) ? { number, address } : undefined
}

/** The header of a question with this body to the cell `to`. */
export function signQuestion(to: string, body: string): string {
  const at = Date.now()
  return `${at}.${macOf(['ask', at, to, body]).toString('base64url')}`
}

/** Whether a cell asks, and asks this one, `to`. */
export function isQuestion(
  header: string | string[] | undefined,
  to: string,
  body: string,
  now = Date.now(),
): boolean {
  if (typeof header !== 'string') return false
  const [atText = '', mac = ''] = header.split('.')
  return isFresh(Number(atText), now) && isMac(mac, ['ask', Number(atText), to, body])
}
