import { setTimeout as delay } from 'node:timers/promises'

export type Json = Record<string, unknown>
/** Where a product is, and a key of one of its organizations. */
export type Reached = { origin: string; demoKey: string; logged(): string }
type Asked = { body?: object | FormData; key?: string }

/** A product without an answer for this long will not recover. */
const giveUpMs = 300_000

/** Repeats a request until it is answered, as a careful caller does. */
export async function ask(
  product: Reached,
  method: string,
  path: string,
  asked: Asked = {},
): Promise<Json> {
  const { body, key } = asked
  const headers: Record<string, string> = { authorization: `Bearer ${product.demoKey}` }
  if (key) headers['idempotency-key'] = key
  const isForm = body instanceof FormData
  if (!isForm) headers['content-type'] = 'application/json'
  const sent = isForm ? body : body && JSON.stringify(body)
  const giveUpAt = Date.now() + giveUpMs
  for (;;) {
    if (Date.now() > giveUpAt) {
      throw new Error(`${method} ${path} was not answered.\n${product.logged().slice(-20_000)}`)
    }
    try {
      const signal = AbortSignal.timeout(20_000)
      const init = { method, headers, signal, ...(sent === undefined ? {} : { body: sent }) }
      const answer = await fetch(`${product.origin}/api/v2${path}`, init)
      if (answer.ok) return (await answer.json()) as Json
      const refusal = await answer.text()
      // 409 and 429: the same request is still running, or too many are.
      const later = answer.status >= 500 || answer.status === 409 || answer.status === 429
      if (!later) throw new Error(`${method} ${path}: ${answer.status} ${refusal}`)
    } catch (error) {
      // The web process has just died: fetch fails with a TypeError, or at its time limit.
      const { name } = error as Error
      if (!(error instanceof TypeError) && name !== 'TimeoutError') throw error
    }
    await delay(200)
  }
}

/** All items of a list. */
export async function all(product: Reached, path: string): Promise<Json[]> {
  const found: Json[] = []
  for (let cursor = ''; ;) {
    const page = await ask(product, 'GET', `${path}limit=100${cursor && `&cursor=${cursor}`}`)
    found.push(...(page['items'] as Json[]))
    if (typeof page['nextCursor'] !== 'string') return found
    cursor = encodeURIComponent(page['nextCursor'])
  }
}

/** Makes a workflow and publishes it; answers its id. */
export async function publish(product: Reached, name: string, definition: object): Promise<string> {
  const made = await ask(product, 'POST', '/workflows', { body: { name, definition } })
  const published = { revision: made['draftRevision'], note: '' }
  await ask(product, 'POST', `/workflows/${String(made['id'])}/publish`, { body: published })
  return String(made['id'])
}
