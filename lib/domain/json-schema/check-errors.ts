/** The check of this data needs more work than was allowed; `steps` is what it was given. */
export class TooCostlyToCheck extends Error {
  readonly steps: number
  constructor(steps: number) {
    super(`The data cannot be checked in ${steps} steps.`)
    this.name = 'TooCostlyToCheck'
    this.steps = steps
  }
}

/** There is a default to fill in, and the data must stay as they are. */
export class WouldFillIn extends Error {}
