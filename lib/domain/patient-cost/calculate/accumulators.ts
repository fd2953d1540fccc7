import { atLeastZero, zero, type Money } from '../money.ts'

/**
 * An amount by the code of its statements (C deductible, F limit, G out-of-pocket, Y spend-down)
 * that is used up as lines are worked out: what is left of a deductible, of an out-of-pocket
 * maximum, of a limit.
 */
export type Accumulator = {
  key: string
  code: 'C' | 'F' | 'G' | 'Y'
  name: string
  level: 'individual' | 'family'
  remaining: Money
  source: string
}

type Balance = {
  key: string
  name: string
  level: 'individual' | 'family'
  before: Money
  used: Money
  source: string
}

/** What is left of every accumulator of one plan, carried from line to line. */
export class Accumulators {
  readonly #balances = new Map<string, Balance>()

  /** What is left now; the first look-up opens it. */
  left({ key, name, level, remaining, source }: Accumulator): Money {
    const known = this.#balances.get(key)
    if (known) return known.before.minus(known.used)
    this.#balances.set(key, { key, name, level, before: remaining, used: zero, source })
    return remaining
  }

  /** Takes an amount off, never below nothing. */
  use(accumulator: Accumulator, amount: Money): void {
    const left = this.left(accumulator)
    const balance = this.#balances.get(accumulator.key)
    if (balance) balance.used = balance.used.plus(left.minus(atLeastZero(left.minus(amount))))
  }

  balances(): Balance[] {
    return [...this.#balances.values()]
  }
}
