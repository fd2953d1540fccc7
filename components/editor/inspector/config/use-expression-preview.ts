'use client'

import { useEffect, useState } from 'react'
import { parseExpression } from '#lib/domain/expressions/expressions'
import { cutText } from '#lib/domain/text'
import type { Sample } from '../../model/sample.ts'
import { unknownName } from '../../model/unknown-names.ts'
import { computePreview, type Computed } from './compute-preview.ts'

export type Preview =
  | { state: 'empty' }
  | { state: 'invalid' | 'failed'; message: string }
  /** `text` is JSON; `plain` is a text without its quotes. */
  | { state: 'value'; text: string; plain: string; value: unknown }
  /** The sample does not have what the expression names. */
  | { state: 'unknown'; name: string }

const settleMs = 250
const maxShown = 600

function shown(computed: Computed): Preview {
  if ('message' in computed) return { state: 'failed', message: computed.message }
  const { value } = computed
  const text = cutText((JSON.stringify(value) as string | undefined) ?? 'nothing', maxShown)
  const plain = typeof value === 'string' ? cutText(value, maxShown) : text
  return { state: 'value', text, plain, value }
}

/** With which data an expression was computed, in words: "Last run". */
export function labelOfData(text: string, sample: Sample | undefined): string {
  const label = sample?.label ?? 'Last run'
  if (!sample?.isFirstItem) return label
  const parsed = parseExpression(text)
  return parsed.ok && parsed.references.item ? `${label}, first item` : label
}

/**
 * The result of an expression for a sample, a moment after typing stops. Without a sample it only
 * reports syntax errors.
 */
export function useExpressionPreview(text: string, sample: Sample | undefined): Preview {
  const [preview, setPreview] = useState<Preview>({ state: 'empty' })
  useEffect(() => {
    if (text.trim() === '') {
      setPreview({ state: 'empty' })
      return
    }
    let stale = false
    const work = async () => {
      const parsed = parseExpression(text)
      if (!parsed.ok) return setPreview({ state: 'invalid', message: parsed.message })
      if (!sample) return setPreview({ state: 'empty' })
      const name = unknownName(text, parsed.references, sample)
      if (name !== undefined) return setPreview({ state: 'unknown', name })
      const computed = await computePreview(text, sample)
      if (!stale) setPreview(shown(computed))
    }
    const timer = setTimeout(() => void work(), settleMs)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [text, sample])
  return preview
}
