import { createContext } from 'react'
import type { Operator } from '#lib/domain/expressions/written/condition'
import type { CompletionItem } from '../../../code/code-help.ts'
import type { Sample } from '../../model/sample.ts'

/** What rules and expressions can name. */
type Scope = {
  items: CompletionItem[]
  /** The last run's data to try them on. */
  sample: Sample | undefined
  /**
   * The only comparisons that can be written here, with something fixed; without it all, also with
   * other values.
   */
  operators?: ReadonlySet<Operator>
}

export const ExpressionScope = createContext<Scope>({ items: [], sample: undefined })
