import { ApiError } from '#lib/domain/api-error'
import type { Answer, ProcessKind } from '#lib/process-pool/kind'
import { sharedPool } from '#lib/process-pool/shared-pool'
import { templateReplySchema, type TemplateReply, type TemplateRequest } from './messages.ts'

/**
 * Reads and fills templates in processes: their authors may write what never ends or fills the
 * memory. A process serves one organization for its life.
 */
const templateKind: ProcessKind<TemplateReply> = {
  name: 'templates',
  program: 'lib/documents/templates/runner/main.ts',
  readable: ['lib/documents', 'lib/domain', 'node_modules'],
  nobody: true,
  heapMegabytes: 384,
  reply: templateReplySchema,
  replyBytes: 64 * 1024 * 1024,
  residentBytes: 700 * 1024 * 1024,
  restingBytes: 250 * 1024 * 1024,
  reuse: 'organization',
  callsPerProcess: 200,
  idleMs: 60_000,
  places: 2,
  longAfterMs: 1_000,
  perOrganization: { waiting: 50 },
}

const waitMs = 30_000
const headers = { 'retry-after': '10' }
const busy = 'Other templates of your organization are being filled. Try again in a moment.'
const away = 'Templates cannot be read at the moment. Try again in a moment.'

const tooCostly = {
  deadline: 'This template takes too much time. Make it smaller, or give it less data.',
  memory: 'This template takes too much memory. Make it smaller, or give it less data.',
  died: 'This template cannot be read; it may be damaged.',
}

/** How the end of a request without an answer is said. `cause`: the document or the template. */
function refusal({ type, ...rest }: Exclude<Answer<TemplateReply>, { type: 'reply' }>): ApiError {
  if (type === 'busy') return new ApiError('rate_limited', busy, {}, { headers })
  if (type === 'aborted') return new ApiError('unavailable', away, {}, { headers })
  if (type === 'not_started') {
    const cause = new Error('reason' in rest ? rest.reason : type)
    return new ApiError('unavailable', away, {}, { cause, headers })
  }
  return ApiError.invalid([{ path: 'template', message: tooCostly[type] }])
}

export type AskOptions = {
  organizationId: string
  /** Requests of one organization alternate by group, such as a workflow's id. */
  group?: string
  bytes?: Uint8Array
  signal?: AbortSignal
  timeoutMs?: number
}

/**
 * Asks a process, with 20 s of its time and 700 MB.
 * @throws ApiError `invalid_request` with the problems of the template and their places,
 *   `rate_limited` when too many wait, `unavailable` when there is no process
 */
export async function askTemplates<Did extends Exclude<TemplateReply['did'], 'refused'>>(
  did: Did,
  request: TemplateRequest,
  { timeoutMs = 20_000, ...options }: AskOptions,
): Promise<Extract<TemplateReply, { did: Did }>> {
  const pool = sharedPool<TemplateRequest, TemplateReply>(templateKind)
  const answer = await pool.ask({ request, ...options, timeoutMs, waitMs })
  if (answer.type !== 'reply') throw refusal(answer)
  const { reply } = answer
  if (reply.did === 'refused')
    throw ApiError.invalid(
      reply.problems.map(({ where, message }) => ({
        path: 'template',
        message: where === '' ? message : `${message} (${where})`,
      })),
    )
  if (reply.did !== did) throw new Error('the templates’ process answered something else')
  return reply as Extract<TemplateReply, { did: Did }>
}
