import { ExpressionError } from './expression-error.ts'
import { outsideTexts } from './written/outside-texts.ts'

/**
 * The variable that stands where something of a rule is not chosen yet, so that the rule is kept with
 * the others. An expression with it is neither computed nor published. Its name is one that nobody
 * gives to a variable of their own.
 */
export const unfinished = '__unfinished'

const variable = new RegExp(`\\$${unfinished}(?!\\w)`)

/** What people are told to do about it. */
export const unfinishedRule =
  'A rule is not complete: choose its value and what it is compared with, or remove it.'

/** Whether a rule of the expression is not complete yet. */
export const isUnfinished = (expression: string): boolean =>
  expression.includes(unfinished) && variable.test(outsideTexts(expression))

/** Throws ExpressionError for an expression with a rule that is not complete yet. */
export function refuseUnfinished(expression: string): void {
  if (isUnfinished(expression)) throw new ExpressionError('unfinished', unfinishedRule)
}
