import { createContext } from 'react'
import type { CompletionItem } from '../../../code/code-help.ts'
import type { Sample } from '../../model/sample.ts'

/** What the step's expressions can name, and the last run's data to try them on. */
export const ExpressionScope = createContext<{
  items: CompletionItem[]
  sample: Sample | undefined
}>({ items: [], sample: undefined })
