/**
 * Which way the open points of one pass of the calculation are decided. An assumption is taken as
 * the warnings say (likely), for or against the patient, or so that it hides least of what is
 * missing (revealing): no deductible left, and no out-of-pocket maximum that is met.
 */
export type PassKind = {
  assumed: 'likely' | 'lowest' | 'highest' | 'revealing'
  missing: 'lowest' | 'highest'
}

type Ends<T> = { lowest: T; highest: T }
type Assumed<T> = Ends<T> & { likely: T; revealing?: T }

/**
 * One pass of the calculation. What the answer of a payer leaves open is decided here, and nowhere
 * else, so that several passes show what depends on it.
 * An amount is not known when it differs between the two ends of what is missing, whichever way the
 * assumptions go: an assumption must not make up for what is missing. The range is what all passes
 * reach.
 */
export class Pass {
  readonly kind: PassKind
  #open = false
  #missing = false

  constructor(kind: PassKind) {
    this.kind = kind
  }

  /** Whether anything was assumed, so that the other passes may come to other amounts. */
  get open(): boolean {
    return this.#open
  }

  /** Whether something was missing that no assumption replaces. */
  get missing(): boolean {
    return this.#missing
  }

  /** A point with a sensible reading: the likely one, unless the pass asks for an end. */
  assumed<T>({ likely, lowest, highest, revealing = lowest }: Assumed<T>): T {
    this.#open = true
    const { assumed } = this.kind
    return { likely, lowest, highest, revealing }[assumed]
  }

  /** A point with no sensible reading. */
  unknown<T>({ lowest, highest }: Ends<T>): T {
    this.#missing = true
    return this.kind.missing === 'highest' ? highest : lowest
  }
}
