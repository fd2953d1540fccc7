import { ApiError } from '#lib/domain/api-error'

/**
 * Circuit breaking (M. Nygard, "Release It!"): a connection whose calls fail one after the other is
 * not called for a while, so that its callers fail at once instead of waiting out a time limit
 * each, and the provider can recover. It is *closed* until `failuresToOpen` calls in a row have
 * failed; then *open* for `openMs`; then one call is let through as a probe. The probe's success
 * closes it, its failure opens it again.
 *
 * It is known to this process only: another process finds out by itself, after as many failures.
 * Only failing connections are remembered.
 */
type Circuit = {
  settings: string
  failures: number
  openUntil: number
  probing: boolean
  lastMessage: string
}
type Options = { failuresToOpen?: number; openMs?: number; now?(): number }

/** Failures that say that the provider is not well; what it refuses for good reason is none. */
function isUnwell(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'provider_timeout') return true
  if (error.code !== 'provider_error') return false
  const { status, code } = error.details
  if (typeof status !== 'number') return code === undefined
  return status === 408 || status === 429 || status >= 500
}

const maxCircuits = 10_000
const longestPauseMs = 10 * 60_000

/** What the provider asked for by `Retry-After`, in milliseconds; 0 when it did not. */
function askedPauseMs(error: ApiError): number {
  const seconds = Number(error.headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, longestPauseMs) : 0
}

/**
 * `guard` wraps the methods of a connection's port: `key` names the connection, `settings` what it
 * is called with (other settings, other circuit).
 */
export function createCircuits({
  failuresToOpen = 5,
  openMs = 30_000,
  now = Date.now,
}: Options = {}) {
  const circuits = new Map<string, Circuit>()

  function admit(key: string, settings: string): void {
    const circuit = circuits.get(key)
    if (!circuit || circuit.settings !== settings || circuit.failures < failuresToOpen) return
    const seconds = Math.max(1, Math.ceil((circuit.openUntil - now()) / 1000))
    if (circuit.probing || now() < circuit.openUntil)
      throw new ApiError(
        'provider_unavailable',
        `The last ${circuit.failures} calls of this connection failed, so it is not called for ${seconds} s. The last failure: ${circuit.lastMessage}`,
        { failures: circuit.failures, retryAfterSeconds: seconds },
        { headers: { 'retry-after': String(seconds) } },
      )
    circuit.probing = true
  }

  function failed(key: string, settings: string, error: ApiError): void {
    const known = circuits.get(key)
    const failures = known?.settings === settings ? known.failures + 1 : 1
    circuits.delete(key)
    const [oldest] = circuits.keys()
    if (circuits.size >= maxCircuits && oldest !== undefined) circuits.delete(oldest)
    circuits.set(key, {
      settings,
      failures,
      openUntil: now() + Math.max(openMs, askedPauseMs(error)),
      probing: false,
      lastMessage: error.message,
    })
  }

  async function call<T>(key: string, settings: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      circuits.delete(key)
      return result
    } catch (error) {
      if (isUnwell(error)) failed(key, settings, error)
      // Any other answer of the provider shows that it is there. A caller who gave up shows
      // nothing.
      else if (error instanceof ApiError) circuits.delete(key)
      else {
        const circuit = circuits.get(key)
        if (circuit) circuit.probing = false
      }
      throw error
    }
  }

  /**
   * The same port, whose methods go through the circuit. `test` always does: it is a person's
   * question, and its success closes the circuit.
   */
  return function guard<Port extends object>(port: Port, key: string, settings: string): Port {
    return new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return async (...given: unknown[]): Promise<unknown> => {
          if (name !== 'test') admit(key, settings)
          return await call(
            key,
            settings,
            async () => (await Reflect.apply(member, target, given)) as unknown,
          )
        }
      },
    })
  }
}

/** The circuits of this process. */
export const guardConnection = createCircuits()
