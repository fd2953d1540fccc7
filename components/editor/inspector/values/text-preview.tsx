'use client'

import { useContext } from 'react'
import { writeTemplate, type TemplatePart } from '#lib/domain/expressions/written/template'
import type { Sample } from '../../model/sample.ts'
import { ExpressionScope } from '../config/expression-scope.ts'
import { labelOfData, useExpressionPreview } from '../config/use-expression-preview.ts'
import { wasLeftOut } from './left-out.ts'
import { nameOfValue, seenValue } from './value-names.ts'

type Props = { id: string; parts: TemplatePart[]; sample: Sample | undefined }

/** The text as the last run would have had it. Values that the run did not have are named. */
export function TextPreview({ id, parts, sample }: Props) {
  const { items } = useContext(ExpressionScope)
  const paths = parts.flatMap((part) => ('text' in part ? [] : [part.value.path]))
  const text = paths.length > 0 ? writeTemplate(parts) : ''
  const label = labelOfData(text, sample)
  const preview = useExpressionPreview(text, sample)
  const namesOf = (some: string[]) =>
    [...new Set(some.map((path) => nameOfValue(items, path).title))].join(', ')
  const absent = paths.filter((path) => seenValue(sample, path)?.known === false)
  const { leftOut = [], unknown = [] } = Object.groupBy(absent, (path) =>
    sample && wasLeftOut(sample, path) ? 'leftOut' : 'unknown',
  )
  return (
    <div
      id={id}
      className="text-xs break-words text-muted-foreground empty:hidden"
      aria-live="polite"
    >
      {preview.state === 'value' ? (
        <p className="line-clamp-4 whitespace-pre-wrap">
          {label}: <span className="text-foreground">{preview.plain}</span>
        </p>
      ) : null}
      {preview.state === 'failed' ? (
        <p>
          With the data of {label}: {preview.message}
        </p>
      ) : null}
      {leftOut.length > 0 ? (
        <p>
          Empty in {label}: {namesOf(leftOut)}.
        </p>
      ) : null}
      {unknown.length > 0 ? (
        <p>
          Not known for {label}: {namesOf(unknown)}.
        </p>
      ) : null}
    </div>
  )
}
