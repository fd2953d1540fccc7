'use client'

import { useContext } from 'react'
import type { Group } from '#lib/domain/expressions/written/condition'
import { ExpressionScope } from '../config/expression-scope.ts'
import { labelOfData, useExpressionPreview } from '../config/use-expression-preview.ts'
import { nameOfValue } from '../values/value-names.ts'
import { IncompleteRules } from './incomplete-rules.tsx'
import { unknownPaths } from './unknown-paths.ts'

type Props = { id: string; group: Group; text: string; incomplete: number }

/** How the condition came out for the last run; unknown where that run lacks a value. */
export function ConditionResult({ id, group, text, incomplete }: Props) {
  const { items, sample } = useContext(ExpressionScope)
  const label = labelOfData(text, sample)
  const preview = useExpressionPreview(incomplete > 0 ? '' : text, sample)
  const unknown = unknownPaths(group, sample).map((path) => nameOfValue(items, path).title)
  const isUnknown = text !== '' && incomplete === 0 && unknown.length > 0
  return (
    <div id={id} className="text-xs text-muted-foreground empty:hidden" aria-live="polite">
      {text === '' ? null : <IncompleteRules count={incomplete} />}
      {isUnknown ? (
        <p>
          {label}: <strong className="text-foreground">unknown</strong>. It did not have{' '}
          {unknown.join(', ')}.
        </p>
      ) : null}
      {preview.state === 'value' && !isUnknown ? (
        <p>
          {label}:{' '}
          <strong className="text-foreground">
            {preview.value === true ? 'yes, it holds' : 'no, it does not hold'}
          </strong>
        </p>
      ) : null}
      {preview.state === 'failed' && !isUnknown ? (
        <p>
          With the data of {label}: {preview.message}
        </p>
      ) : null}
    </div>
  )
}
