import { boundedIssues, moreIssues } from './bounded-issues.ts'
import type { Issue } from './issue.ts'

/**
 * Every error that leaves the service, by its stable code and its HTTP status. Codes are part of
 * the public API: add them, never rename them.
 */
export const errorStatuses = {
  invalid_request: 400,
  /** A warehouse or database refused the caller's query; its own words are in the details. */
  query_failed: 400,
  /** A query found more than may be answered at once. */
  result_too_large: 400,
  unauthorized: 401,
  forbidden: 403,
  /** A test key, or a run that it started, reaches sandbox connections only. */
  sandbox_only: 403,
  /** The person must give their password or a factor again, then repeat the request. */
  confirmation_required: 403,
  not_found: 404,
  unknown_connection: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** Mails to the address bounced or were reported as spam; a person may lift that. */
  address_suppressed: 409,
  version_conflict: 409,
  /** Others changed the same places of the draft; `details.conflicts` are their indexes. */
  draft_conflict: 409,
  /** The connection is bound to workers with a label, and this process is none of them. */
  other_worker: 409,
  /** Workflows name it; `details.usedBy` lists them with the steps. */
  in_use: 409,
  /** The first request with this `Idempotency-Key` has no answer yet. */
  idempotency_in_progress: 409,
  /** The process that executed the first request ended, so its outcome is unknown. */
  idempotency_outcome_unknown: 409,
  /** This `Idempotency-Key` belongs to another request. */
  idempotency_key_reused: 409,
  /** The request was done; its answer had a secret, which is not stored. */
  idempotency_answer_withheld: 409,
  /** The workflow is paused: nothing of it starts until it is resumed. */
  workflow_paused: 409,
  /**
   * As many runs of the workflow as it allows are active, and its settings say to skip further
   * starts.
   */
  workflow_busy: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  /** A customer's hook threw an ApiError: the status is the hook's own choice. */
  hook_refused: 422,
  /** The session of our pages is locked until its person gives their password or a factor. */
  session_locked: 423,
  precondition_required: 428,
  rate_limited: 429,
  /**
   * A connection's own limit, of calls at once or per minute, is reached; `Retry-After` says when
   * to ask again.
   */
  connection_limited: 429,
  /** What the organization allows its language models to use is used up. */
  model_budget: 409,
  /** The code of the organization has used up its hour. */
  code_quota: 429,
  /** The organization stores as much as it may. */
  storage_quota: 409,
  internal_error: 500,
  hook_failed: 500,
  provider_error: 502,
  /**
   * The last calls of the connection failed, so it is not called for a while
   * (lib/integrations/outbound/circuit.ts).
   */
  provider_unavailable: 502,
  unavailable: 503,
  provider_timeout: 504,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatuses

/**
 * The only error class that may be shown to a caller. The message is a sentence that says what to
 * do and contains no secret and no patient data. `statusCode` follows from `code` unless a
 * customer's hook chose its own (`ApiError.fromHook`).
 */
export class ApiError extends Error {
  readonly code: string
  readonly statusCode: number
  readonly details: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    details: Record<string, unknown> = {},
    options: { headers?: Record<string, string>; cause?: unknown; statusCode?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.statusCode = options.statusCode ?? errorStatuses[code]
    this.details = details
    this.headers = options.headers ?? {}
  }

  /**
   * A 400 that names the fields at fault: at most 100, then how many `more` there are, which is
   * also a number in the details. `more` counts those that the caller has already left out.
   */
  static invalid(issues: Issue[], message?: string, more = 0): ApiError {
    const first = issues[0]
    const summary = first
      ? `${first.path ? `${first.path}: ` : ''}${first.message}`
      : 'The request is not valid.'
    const listed = boundedIssues(issues, more)
    const details =
      listed.more > 0
        ? { issues: [...listed.issues, moreIssues(listed.more)], more: listed.more }
        : { issues: listed.issues }
    return new ApiError('invalid_request', message ?? summary, details)
  }

  /**
   * A 404 for a thing of the organization; things of other organizations are answered in the same
   * way.
   */
  static notFound(what: string, id: string): ApiError {
    return new ApiError('not_found', `There is no ${what} "${id}" in this organization.`, {
      what,
      id,
    })
  }
}
