import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { log } from '#lib/log'
import { sharedPool } from '#lib/process-pool/shared-pool'
import { drawKind, type DrawnForm } from './kind.ts'

const timeoutMs = 2000
const waitMs = 3000
/** Drawn pages, by all that was drawn. */
const drawn = new LRUCache<string, string>({
  max: 500,
  maxSize: 20_000_000,
  sizeCalculation: (html) => html.length + 1,
})

/**
 * The content of the page as HTML, so that the form can be read before its program arrives. Empty
 * where the form could not be drawn in time; then the program draws it in the browser.
 */
export async function drawForm(props: object, organizationId: string): Promise<string> {
  const text = JSON.stringify(props)
  const key = createHash('sha256').update(text).digest('base64')
  const known = drawn.get(key)
  if (known !== undefined) return known
  const answer = await sharedPool<object, DrawnForm>(drawKind()).ask({
    request: {},
    bytes: Buffer.from(text),
    organizationId,
    timeoutMs,
    waitMs,
  })
  if (answer.type !== 'reply') {
    log.warn({ organizationId, answer: answer.type }, 'a form was not drawn on the server')
    return ''
  }
  drawn.set(key, answer.reply.html)
  return answer.reply.html
}
