/** The check of this data needs more than the given `steps`. */
export class TooCostlyToCheck extends Error {
  readonly steps: number
  constructor(steps: number) {
    super(`The data cannot be checked in ${steps} steps.`)
    this.name = 'TooCostlyToCheck'
    this.steps = steps
  }
}

/** A default has to be filled in, but the data must not change. */
export class WouldFillIn extends Error {}
