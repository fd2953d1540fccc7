import { loadCode } from '#components/shared/loading/load-code'
import type { Part } from './expression-parts.ts'

// The reader of computed values is heavy, and a large workflow has hundreds of them: none of it may
// delay an editor that opens.

type Reader = (expression: string) => Part[] | undefined

let reader: Reader | undefined
const known = new Map<string, Part[] | undefined>()
/** More are forgotten: people type new ones all day. */
const mostKnown = 5000

/** So many are read at once; more are read while nothing else is to be done. */
const few = 20
/** How long one turn of reading may take; the page answers in between. */
const turnMs = 8

const keep = (expression: string, read: Reader): void => {
  if (known.size >= mostKnown) known.clear()
  known.set(expression, read(expression))
}

const idle = async (): Promise<void> =>
  await new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve)
  })

/** What is known of an expression; `undefined` where it was read and only code says it. */
export const isRead = (expression: string): boolean => known.has(expression)
export const partsRead = (expression: string): Part[] | undefined => known.get(expression)

/** Reads a few at once, where the reader is loaded. Answers whether they are known now. */
export function readNow(expressions: ReadonlySet<string>): boolean {
  if (!reader || expressions.size > few) return false
  for (const one of expressions) keep(one, reader)
  return true
}

/** Reads them when the page has time, turn by turn. */
export async function readLater(
  expressions: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  await idle()
  const { partsOfExpression } = await loadCode(() => import('./expression-parts.ts'))
  reader = partsOfExpression
  let started = performance.now()
  for (const one of expressions) {
    if (signal.aborted) return
    keep(one, reader)
    if (performance.now() - started < turnMs) continue
    await idle()
    started = performance.now()
  }
}
