import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from './env.ts'
import { log } from './log.ts'

/** What only the endpoint of a request knows. */
type Facts = {
  /** The address with its parameters as names: `/api/v2/runs/{id}`. */
  route?: string
  operation?: string
  requestId?: string
  organizationId?: string
  userId?: string
  apiKeyId?: string
}

// One store per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.access-log')
const holder = globalThis as unknown as Record<symbol, AsyncLocalStorage<Facts> | undefined>
const store = (holder[key] ??= new AsyncLocalStorage<Facts>())

/** Adds what an endpoint knows to the line of its request. */
export function noteAccess(facts: Facts): void {
  const own = store.getStore()
  if (own) Object.assign(own, facts)
}

/**
 * The first part of an address. What follows may be an id, a slug or the token of a link, and a query
 * may be a search for a patient.
 */
function withoutIds(url: string): string {
  const [address = '/'] = url.split('?')
  const [, first = '', ...rest] = address.split('/')
  const known = /^[a-z_-]{1,30}$/.test(first) ? first : ''
  return `/${known}${rest.length > 0 ? '/…' : ''}`
}

/**
 * Serves a request and, with ACCESS_LOG, writes one line when it has ended: who asked for what, and
 * how it went. Nothing that the caller wrote is in it but the method.
 */
export function logAccess<T>(
  request: IncomingMessage,
  response: ServerResponse,
  serve: () => T,
): T {
  if (!env().ACCESS_LOG) return serve()
  const started = performance.now()
  const facts: Facts = {}
  response.once('close', () => {
    const { method, url = '/' } = request
    const line = {
      method,
      route: withoutIds(url),
      ...facts,
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
      // The caller left before the end; the status says what was meant for them.
      ...(response.writableFinished ? {} : { aborted: true }),
    }
    log.info(line, 'request')
  })
  return store.run(facts, serve)
}
