import { z } from 'zod'
import { isBelow } from '#lib/domain/provider/address-below'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import { defineProvider } from '../provider.ts'
import type { WebRequest } from './port.ts'

const baseUrl = 'https://sandbox.example.com'

/** What was sent, as data; of a file only its name and size. */
function sentBody(body: WebRequest['body']): unknown {
  if (body === undefined) return null
  if (typeof body !== 'string') {
    const { fileName, size } = 'read' in body ? body : body.file
    return { ...('read' in body ? {} : { fields: body.fields }), fileName, size }
  }
  try {
    return parseExactJson(body)
  } catch {
    return body
  }
}

/** Answers each call with what was sent, and calls nobody. */
export const webSandbox = defineProvider({
  kind: 'web',
  id: 'sandbox',
  title: 'Sandbox',
  description: 'Answers every call with what was sent, as JSON, and calls nobody. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open: () => ({
    baseUrl,
    async send({ url, method, body, receive, signal }) {
      signal.throwIfAborted()
      if (!isBelow(baseUrl, url)) {
        const message = 'A connection is called only at paths below its address.'
        throw ApiError.invalid([{ path: 'url', message }], message)
      }
      const { pathname: path, searchParams } = new URL(url)
      const query = Object.fromEntries(searchParams)
      const text = JSON.stringify({ method, path, query, body: sentBody(body) })
      const answer = { status: 200, headers: { 'content-type': 'application/json' } }
      const take = receive?.(answer)
      if (!take) return { ...answer, body: method === 'HEAD' ? '' : text }
      await take(
        (async function* () {
          yield Buffer.from(text)
        })(),
      )
      return { ...answer, body: '' }
    },
    test: async () => 'The sandbox works: it answers every call with what was sent.',
  }),
})
