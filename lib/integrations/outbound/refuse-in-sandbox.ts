import { ApiError } from '#lib/domain/api-error'
import { isSandboxOnly } from '#lib/caller-scope'

/** Throws 403 `sandbox_only` when the caller may reach sandboxes only; `what` is a whole sentence. */
export function refuseInSandbox(what: string, details: Record<string, unknown> = {}): void {
  if (!isSandboxOnly()) return
  throw new ApiError(
    'sandbox_only',
    `${what} This was started with a test key, which reaches sandbox connections only. ` +
      'Use a live key, or name a sandbox connection.',
    details,
  )
}
