'use client'

import { useContext } from 'react'
import { inWords } from '../../data/value-words.ts'
import type { Sample } from '../../model/sample.ts'
import { ExpressionScope } from '../config/expression-scope.ts'
import { labelOfData, useExpressionPreview } from '../config/use-expression-preview.ts'
import { nameOfValue } from './value-names.ts'

type Props = { id: string; path: string; sample: Sample | undefined }

/** What a chosen value was in the last run, in words: "3 items". */
export function ReferenceResult({ id, path, sample }: Props) {
  const { items } = useContext(ExpressionScope)
  const preview = useExpressionPreview(path, sample)
  const label = labelOfData(path, sample)
  return (
    <div id={id} className="text-xs text-muted-foreground empty:hidden" aria-live="polite">
      {preview.state === 'value' ? (
        <p className="line-clamp-3 break-words">
          {label}: <span className="text-foreground">{inWords(preview.value)}</span>
        </p>
      ) : null}
      {preview.state === 'failed' ? (
        <p>
          With the data of {label}: {preview.message}
        </p>
      ) : null}
      {preview.state === 'unknown' ? (
        <p>
          Not known for {label}: {nameOfValue(items, path).title}.
        </p>
      ) : null}
    </div>
  )
}
