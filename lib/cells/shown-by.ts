import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { readCookie } from '#lib/auth/read-cookie'
import { cellOfSession, sessionCookieName } from '#lib/auth/session-token'
import { pendingCookieName } from '#lib/auth/sign-in/pending-cookie'
import { cellCookieName } from './cell-cookie.ts'

/** What a request shows of whom it is for; `value` is looked up in the cells. */
export type Shown = {
  kind:
    | 'key'
    | 'scim'
    | 'form'
    | 'organization'
    | 'invitation'
    | 'reset'
    | 'pending'
    | 'message'
    | 'message-token'
    | 'logo'
    | 'sso'
    | 'email'
    | 'passkey'
  value: string
}

/** Either what is to be looked up, or the cell that a cookie names. */
export type Shows = Shown | { cell: string; session?: string }

const digest = (text: string, as: 'hex' | 'base64url'): string =>
  createHash('sha256').update(text, 'utf8').digest(as)
const sha256 = (text: string): string => digest(text, 'hex')

/** Tokens of webhooks and of stop links begin with the id of the organization. */
function organizationIn(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length < 32) return undefined
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Rule = [address: RegExp, kind: Shown['kind'], value?: (part: string) => string | undefined]

/** Addresses that name somebody by themselves; the group is the token or id. */
const byAddress: Rule[] = [
  [/^\/api\/v2\/public\/forms\/([^/]+)/, 'form'],
  [/^\/f\/(?!assets\/)([^/]+)/, 'form'],
  [/^\/api\/v2\/hooks\/(?!received-mail\/)[a-z]+\/([^/]+)/, 'organization', organizationIn],
  [/^\/api\/v2\/notifications\/stop\/([^/]+)/, 'organization', organizationIn],
  [/^\/stop-mails\/([^/]+)/, 'organization', organizationIn],
  [/^\/api\/v2\/public\/invitations\/([^/]+)/, 'invitation', sha256],
  [/^\/join\/([^/]+)/, 'invitation', sha256],
  [/^\/api\/v2\/password-resets\/([^/]+)/, 'reset', sha256],
  [/^\/reset-password\/([^/]+)/, 'reset', sha256],
  [/^\/api\/v2\/public\/secure-messages\/(?!open$)([^/]+)/, 'message'],
  [/^\/m\/([^/]+)/, 'message'],
  [/^\/api\/scim\/([^/]+)/, 'scim'],
  [/^\/api\/v2\/public\/logos\/([^/]+)/, 'logo'],
  [/^\/api\/auth\/sso\/(?!find$)([^/]+)/, 'sso'],
]

type BodyRule = { fields: string[]; kind: 'email' | 'message-token' | 'passkey' }

/** Addresses whose body names somebody, by the field that these lead to. */
const byBody: [address: RegExp, rule: BodyRule][] = [
  [/^\/api\/auth\/callback\/password$/, { fields: ['email'], kind: 'email' }],
  [/^\/api\/auth\/sso\/find$/, { fields: ['email'], kind: 'email' }],
  [/^\/api\/v2\/password-resets$/, { fields: ['email'], kind: 'email' }],
  [/^\/api\/v2\/public\/secure-messages\/open$/, { fields: ['token'], kind: 'message-token' }],
  [/^\/api\/v2\/sign-in\/passkey$/, { fields: ['response', 'id'], kind: 'passkey' }],
]

/** A sign-in begins and ends in one cell; with no session yet, the browser says in which. */
const ofSignIn =
  /^\/(?:sign-in|forgot-password|confirmed|locked|api\/auth|api\/v2\/sign-in)(?:\/|$)/

/** The names that are looked up by their text in lower case, as accounts are. */
const emailShown = (email: string): Shown => ({
  kind: 'email',
  value: email.trim().toLowerCase(),
})

function shownByAddress(path: string): Shown | undefined {
  for (const [address, kind, valueOf] of byAddress) {
    const part = address.exec(path)?.[1]
    if (part === undefined) continue
    const value = valueOf ? valueOf(part) : part
    return value === undefined ? undefined : { kind, value }
  }
  return undefined
}

function shownByBearer(authorization: string): Shown | undefined {
  const token = /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1]
  return token === undefined ? undefined : { kind: 'key', value: sha256(token) }
}

function shownByCookie(path: string, cookies: string | undefined): Shows | undefined {
  if (cookies === undefined) return undefined
  const pending = readCookie(cookies, pendingCookieName())
  if (pending && path.startsWith('/api/v2/sign-in'))
    return { kind: 'pending', value: sha256(pending) }
  const session = readCookie(cookies, sessionCookieName())
  const cell = session && cellOfSession(session)
  if (session && cell) return { cell, session }
  const lastCell = readCookie(cookies, cellCookieName())
  return lastCell && ofSignIn.test(path) ? { cell: lastCell } : undefined
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?')[0] ?? '/'

/**
 * The cell in which somebody wants to sign in who has accounts in several: the page for that is
 * opened with its name.
 */
export function cellAskedFor({ url = '/' }: IncomingMessage): string | undefined {
  const [path, query] = url.split('?')
  return (path === '/sign-in' && new URLSearchParams(query).get('cell')) || undefined
}

/**
 * Whether the page is one from which somebody goes on to sign in to the cell that has it: there they
 * join, choose a new password, or asked for it.
 */
export const leadsToSignIn = (request: IncomingMessage, own: string): boolean =>
  /^\/(?:join|reset-password)\//.test(pathOf(request)) || cellAskedFor(request) === own

/**
 * What a request shows of whom it is for: its address before its key, and that before its cookies.
 * Undefined when any cell can answer it.
 */
export function shownBy(request: IncomingMessage): Shows | undefined {
  const path = pathOf(request)
  const { authorization, cookie } = request.headers
  if (path.startsWith('/_next/')) return undefined
  const asked = cellAskedFor(request)
  if (asked !== undefined) return { cell: asked }
  return (
    shownByAddress(path) ??
    (authorization ? shownByBearer(authorization) : undefined) ??
    shownByCookie(path, cookie)
  )
}

/** How the body of a request names somebody; undefined for all others. */
export function bodyRule(request: IncomingMessage): BodyRule | undefined {
  if (request.method !== 'POST') return undefined
  const path = pathOf(request)
  const found = byBody.find(([address]) => address.test(path))?.[1]
  // Who has given the password goes on where that was.
  const isPending = found?.kind === 'passkey' && hasCookie(request, pendingCookieName())
  return isPending ? undefined : found
}

const hasCookie = ({ headers }: IncomingMessage, name: string): boolean =>
  Boolean(readCookie(headers.cookie ?? null, name))

/** What is at the end of these fields. */
function valueAt(body: unknown, fields: string[]): unknown {
  let value = body
  for (const field of fields) value = (value as Record<string, unknown> | null | undefined)?.[field]
  return value
}

/** Whom the text of a body names. */
export function shownByBody(
  text: string,
  contentType: string,
  { fields, kind }: BodyRule,
): Shown | undefined {
  let value: unknown
  try {
    value = contentType.includes('json')
      ? valueAt(JSON.parse(text), fields)
      : new URLSearchParams(text).get(fields.join('.'))
  } catch {
    return undefined
  }
  if (typeof value !== 'string' || value.length === 0 || value.length > 500) return undefined
  switch (kind) {
    case 'email':
      return emailShown(value)
    case 'passkey':
      return { kind, value }
    case 'message-token':
      return { kind, value: digest(value, 'base64url') }
  }
}
