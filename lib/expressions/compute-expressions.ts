import { setTimeout as pause } from 'node:timers/promises'
import { expressionMs } from '#lib/domain/expressions/compute-expressions'
import { ExpressionError, expressionError } from '#lib/domain/expressions/expression-error'
import type { ExpressionSite } from '#lib/domain/expressions/expressions'
import { log } from '#lib/log'
import type { Answer } from '#lib/process-pool/kind'
import { expressionPool } from './expression-pool.ts'
import type { ExpressionReply } from './messages.ts'

export type Computation = {
  organizationId: string
  workflowId: string
  expressions: ExpressionSite[]
  /** All data that the expressions can read; only the parts that they name are sent. */
  context: Record<string, unknown>
  now: Date
  /** The same seed gives the same `$random()`. */
  seed: string
  /**
   * `item` of the context is a list: the expressions are computed for each of its entries, which
   * they see as `item`. All of them share the time of one config.
   */
  forEachItem?: boolean
  signal?: AbortSignal
}

/** Milliseconds that all expressions of one config may compute together. */
const togetherMs = 5000
/** Characters of JSON of all that the expressions of one config read. */
const maxRead = 32 * 1024 * 1024
/** Pauses before another try to start a process. */
const startPausesMs = [200, 1000, 3000]

/** No process could be asked, which is no fault of the expressions. */
export class NotComputed extends Error {
  readonly aborted: boolean
  constructor(aborted: boolean) {
    super('The expressions could not be computed: no process for them could be asked.')
    this.name = 'NotComputed'
    this.aborted = aborted
  }
}

const tooMuchRead = (): ExpressionError => {
  const most = 'The expressions of this step read more than 32 MB of data.'
  return new ExpressionError('too_large', `${most} Name the fields that they need.`)
}

/** Writes the JSON of the context part by part, so that a text that is too long is never built. */
function jsonOf(context: Record<string, unknown>): string {
  let left = maxRead
  const write = (value: unknown, depth: number): string | undefined => {
    if (depth > 0 && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const parts = Object.entries(value).flatMap(([key, child]) => {
        const text = write(child, depth - 1)
        return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`]
      })
      return `{${parts.join(',')}}`
    }
    const text = JSON.stringify(value) as string | undefined
    left -= text?.length ?? 0
    if (left < 0) throw tooMuchRead()
    return text
  }
  try {
    return write(context, 2) ?? '{}'
  } catch (thrown) {
    throw expressionError(thrown)
  }
}

/** Describes the wrong fields when it is unknown which of them failed. */
function placeOf(sites: ExpressionSite[]): { path: string; which: string } {
  const [first] = sites
  if (sites.length === 1 && first) return { path: first.path, which: 'The expression' }
  const named = sites.slice(0, 3).map(({ path }) => path)
  const more = sites.length > named.length ? ', …' : ''
  return { path: '', which: `One of the expressions (${named.join(', ')}${more})` }
}

const remedies = {
  memory: 'needs more memory than it may have. Create smaller lists and texts, or use a code step.',
  deadline:
    'takes too long and was stopped. Make lists smaller before they are sorted, compared or' +
    ' joined, or use a code step.',
  died: 'ended its process. Write it more simply, or use a code step.',
}

type Ended = Exclude<Answer<ExpressionReply>['type'], 'reply'>

function failureOf(type: Ended, sites: ExpressionSite[]): Error {
  if (type === 'memory' || type === 'deadline' || type === 'died') {
    const { path, which } = placeOf(sites)
    return new ExpressionError(type, `${which} ${remedies[type]}`).at(path)
  }
  return new NotComputed(type === 'aborted')
}

async function ask(computation: Computation, context: Buffer): Promise<Answer<ExpressionReply>> {
  const { organizationId, workflowId, expressions, now, seed, signal } = computation
  const forEachItem = computation.forEachItem === true
  const texts = expressions.map(({ text }) => text)
  const request = { organizationId, expressions: texts, now: now.getTime(), seed, forEachItem }
  return await expressionPool().ask({
    request,
    bytes: context,
    organizationId,
    group: workflowId,
    timeoutMs: forEachItem ? togetherMs : Math.min(texts.length * expressionMs, togetherMs),
    ...(signal ? { signal } : {}),
  })
}

function valuesAsked({ expressions, context, forEachItem }: Computation): number {
  const items = context['item']
  return expressions.length * (forEachItem === true && Array.isArray(items) ? items.length : 1)
}

/**
 * Computes expressions over one context in a process, with one request for all of them; the process
 * is ended when they take too long or too much memory. They wait for a turn among organizations and
 * workflows, which does not count as their time.
 * @returns their values, plain JSON, in their order; with `forEachItem` those of the first item first
 * @throws ExpressionError whose `path` is that of the wrong expression, where it is known
 * @throws NotComputed when no process could be asked
 */
export async function computeExpressions(computation: Computation): Promise<unknown[]> {
  const { expressions } = computation
  const context = Buffer.from(jsonOf(computation.context))
  let answer = await ask(computation, context)
  // A crash without a lack of memory may have another cause; a second one has not.
  if (answer.type === 'died') answer = await ask(computation, context)
  for (const ms of startPausesMs) {
    if (answer.type !== 'not_started') break
    log.error({ reason: answer.reason }, 'no process for expressions starts')
    await pause(ms)
    answer = await ask(computation, context)
  }
  if (answer.type !== 'reply') throw failureOf(answer.type, expressions)
  const { reply } = answer
  if (reply.ok) {
    if (reply.values.length !== valuesAsked(computation)) throw failureOf('died', expressions)
    return reply.values
  }
  const { code, message, position, index } = reply
  const path = expressions[index]?.path ?? ''
  throw new ExpressionError(code, message, position ?? undefined).at(path)
}
