import { cutText } from '#lib/domain/text'
import type { TemplateProblem } from '../messages.ts'

/** A template that cannot be read or filled; the problems are for its author. */
export class Refused extends Error {
  readonly problems: TemplateProblem[]
  constructor(problems: TemplateProblem[]) {
    super('refused')
    this.problems = problems.slice(0, 50)
  }
}

export const refuse = (where: string, message: string): never => {
  throw new Refused([{ where, message: cutText(message, 1000) }])
}
