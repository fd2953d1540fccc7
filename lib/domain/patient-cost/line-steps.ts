import type { PatientCostStep, StepRule } from './answer.ts'
import { toJson, type Money } from './money.ts'

/** Writes the steps of one line, each beginning where the last one ended. */
export class LineSteps {
  readonly steps: PatientCostStep[] = []
  readonly #lineItemId: string
  #open: Money

  constructor(lineItemId: string, open: Money) {
    this.#lineItemId = lineItemId
    this.#open = open
  }

  /** What is still open of the line becomes `after`. */
  add(rule: StepRule, description: string, after: Money, source: string | null = null): void {
    const amount = toJson(this.#open.minus(after).abs())
    this.steps.push({ lineItemId: this.#lineItemId, rule, description, amount, before: toJson(this.#open), after: toJson(after), source })
    this.#open = after
  }

  /** A step that reckons with another balance than the last one (what the patient still owes after earlier plans). */
  addOf(rule: StepRule, description: string, before: Money, after: Money, source: string | null = null): void {
    this.#open = before
    this.add(rule, description, after, source)
  }

  get open(): Money {
    return this.#open
  }
}
