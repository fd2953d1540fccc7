import { LRUCache } from 'lru-cache'
import { ApiError } from '#lib/domain/api-error'
import { metrics } from '#lib/metrics'

/**
 * Circuit breaking (M. Nygard, "Release It!"): a connection with consecutive failures is not called
 * for a while, so that its callers fail at once instead of waiting for a time limit each, and the
 * provider can recover. It is *closed* until `failuresToOpen` calls in a row have failed; then
 * *open* for `openMs`; then one call passes as a probe. The probe's success closes it, its failure
 * opens it again.
 *
 * Circuits belong to this process: another process detects the failure by itself, after as many
 * failures. Only failing connections are remembered.
 */
type Circuit = {
  settings: string
  failures: number
  openUntil: number
  probing: boolean
  lastMessage: string
}
type Options = { failuresToOpen?: number; openMs?: number; now?(): number }

/** Failures which show that the provider does not work; a justified refusal is none. */
function isUnwell(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'provider_timeout') return true
  if (error.code !== 'provider_error') return false
  const { status, code } = error.details
  if (typeof status !== 'number') return code === undefined
  return status === 408 || status === 429 || status >= 500
}

const outcomeOf = (error: unknown): 'failed' | 'answered' | 'given_up' => {
  if (isUnwell(error)) return 'failed'
  return error instanceof ApiError ? 'answered' : 'given_up'
}

const maxCircuits = 10_000
const longestPauseMs = 10 * 60_000

/** The provider's `Retry-After` in milliseconds; 0 without one. */
function askedPauseMs(error: ApiError): number {
  const seconds = Number(error.headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, longestPauseMs) : 0
}

class Circuits {
  readonly #circuits = new LRUCache<string, Circuit>({ max: maxCircuits })
  readonly #failuresToOpen: number
  readonly #openMs: number
  readonly #now: () => number

  constructor({ failuresToOpen = 5, openMs = 30_000, now = Date.now }: Options) {
    this.#failuresToOpen = failuresToOpen
    this.#openMs = openMs
    this.#now = now
  }

  /** Throws while the circuit is open; lets one call pass as the probe when its time is over. */
  admit(key: string, settings: string): void {
    const circuit = this.#circuits.get(key)
    if (!circuit || circuit.settings !== settings || circuit.failures < this.#failuresToOpen) return
    const seconds = Math.max(1, Math.ceil((circuit.openUntil - this.#now()) / 1000))
    if (circuit.probing || this.#now() < circuit.openUntil)
      throw new ApiError(
        'provider_unavailable',
        `The last ${circuit.failures} calls of this connection failed, so it is not called for ` +
          `${seconds} s. The last failure: ${circuit.lastMessage}`,
        { failures: circuit.failures, retryAfterSeconds: seconds },
        { headers: { 'retry-after': String(seconds) } },
      )
    circuit.probing = true
  }

  #failed(key: string, settings: string, error: ApiError): void {
    const known = this.#circuits.get(key)
    const failures = known?.settings === settings ? known.failures + 1 : 1
    this.#circuits.set(key, {
      settings,
      failures,
      openUntil: this.#now() + Math.max(this.#openMs, askedPauseMs(error)),
      probing: false,
      lastMessage: error.message,
    })
  }

  /** Makes a call and records its outcome. */
  async call<T>(key: string, settings: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      this.#circuits.delete(key)
      metrics.connectionCalls.inc({ outcome: 'answered' })
      return result
    } catch (error) {
      metrics.connectionCalls.inc({ outcome: outcomeOf(error) })
      if (isUnwell(error)) this.#failed(key, settings, error)
      // Any other answer of the provider shows that it is there. A caller who gave up shows
      // nothing.
      else if (error instanceof ApiError) this.#circuits.delete(key)
      else {
        const circuit = this.#circuits.get(key)
        if (circuit) circuit.probing = false
      }
      throw error
    }
  }
}

/**
 * Returns a function that wraps the methods of a connection's port: `key` names the connection,
 * `settings` are those of its calls (other settings, other circuit). `test` always passes, because
 * a person asked for it, and its success closes the circuit.
 */
export function createCircuits(options: Options = {}) {
  const circuits = new Circuits(options)

  return function guard<Port extends object>(port: Port, key: string, settings: string): Port {
    return new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return async (...given: unknown[]): Promise<unknown> => {
          if (name !== 'test') circuits.admit(key, settings)
          const work = async () => (await Reflect.apply(member, target, given)) as unknown
          return await circuits.call(key, settings, work)
        }
      },
    })
  }
}

/** The circuits of this process. */
export const guardConnection = createCircuits()
