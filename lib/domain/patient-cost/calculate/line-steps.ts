import type { StepRule } from '../answer.ts'
import { toJson, type Money } from '../money.ts'

/** A step of one pass: its amounts are all known there. */
export type Step = {
  lineItemId: string
  rule: StepRule
  description: string
  amount: number
  before: number
  after: number
  source: string | null
}

/** Writes the steps of one line, each beginning where the last one ended. */
export class LineSteps {
  readonly steps: Step[] = []
  readonly #lineItemId: string
  #open: Money

  constructor(lineItemId: string, open: Money) {
    this.#lineItemId = lineItemId
    this.#open = open
  }

  /** What is still open of the line becomes `after`. */
  add(rule: StepRule, description: string, after: Money, source: string | null = null): void {
    this.#write({ rule, description, source }, this.#open, after)
  }

  /**
   * A step that reckons with another balance than the last one: what the patient still owes. A
   * payment may be more than that balance.
   */
  addOf(
    rule: StepRule,
    description: string,
    before: Money,
    after: Money,
    {
      source = null,
      amount = before.minus(after).abs(),
    }: { source?: string | null; amount?: Money } = {},
  ): void {
    this.#write({ rule, description, source }, before, after, amount)
  }

  #write(
    said: { rule: StepRule; description: string; source: string | null },
    before: Money,
    after: Money,
    amount = before.minus(after).abs(),
  ): void {
    const { rule, description, source } = said
    this.steps.push({
      lineItemId: this.#lineItemId,
      rule,
      description,
      amount: toJson(amount),
      before: toJson(before),
      after: toJson(after),
      source,
    })
    this.#open = after
  }
}
