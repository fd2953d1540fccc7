'use client'

import type { ReactNode } from 'react'
import type { ValueDifference } from '#lib/domain/differences/diff-values'
import { TextDifference } from './text-difference.tsx'

/** The text of a computed value (`{ $: … }`). */
function expressionOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { $: text, ...others } = value as { $?: unknown }
  return typeof text === 'string' && Object.keys(others).length === 0 ? text : undefined
}

/** A value as people read it: a text as it is, a computed one by its expression, else JSON. */
export function textOfValue(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  // A list of plain texts: one a line.
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
    return value.join('\n')
  return expressionOf(value) ?? JSON.stringify(value, null, 2)
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** What kind of change it is, where the texts alone do not say it. */
function remarkOf({ before, after }: ValueDifference): string | undefined {
  if (isNothing(before)) return 'added'
  if (isNothing(after)) return 'removed'
  const wasComputed = expressionOf(before) !== undefined
  const isComputed = expressionOf(after) !== undefined
  if (wasComputed === isComputed) return undefined
  return isComputed ? 'was fixed, is computed now' : 'was computed, is fixed now'
}

type Props = {
  differences: ValueDifference[]
  /** The name of a place, as people know it. */
  nameOf(path: string): ReactNode
  /** Says computed values in words; undefined for a difference that is shown as it is written. */
  wordsOf?:
    | ((difference: ValueDifference) => { before?: string; after?: string } | undefined)
    | undefined
}

/** The places at which two values differ, each by name, with the words or lines that changed. */
export function ValueDifferences({ differences, nameOf, wordsOf }: Props) {
  if (differences.length === 0) return null
  return (
    <dl className="space-y-3 text-sm">
      {differences.map((difference) => {
        const { path, before, after } = difference
        const remark = remarkOf(difference)
        const words = wordsOf?.(difference)
        return (
          <div key={path} className="min-w-0 space-y-1">
            <dt className="font-medium wrap-anywhere">
              {nameOf(path)}
              {remark ? (
                <span className="font-normal text-muted-foreground"> ({remark})</span>
              ) : null}
            </dt>
            <dd className="min-w-0">
              <TextDifference
                before={words?.before ?? textOfValue(before)}
                after={words?.after ?? textOfValue(after)}
              />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
