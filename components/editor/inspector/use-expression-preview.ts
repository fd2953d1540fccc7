'use client'

import { useEffect, useState } from 'react'
import { evaluate, parseExpression } from '#lib/domain/expressions'
import type { Sample } from '../model/sample.ts'

export type Preview = { state: 'empty' } | { state: 'invalid' | 'failed'; message: string } | { state: 'value'; text: string }

const settleMs = 250
const computeMs = 500

/** What an expression gives over a sample, a moment after typing stops. Without a sample only its faults are found. */
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
      const next = await evaluate(text, sample, { timeoutMs: computeMs }).then(
        (value): Preview => ({ state: 'value', text: JSON.stringify(value)?.slice(0, 600) ?? 'nothing' }),
        (error: unknown): Preview => ({ state: 'failed', message: (error as Error).message }),
      )
      if (!stale) setPreview(next)
    }
    const timer = setTimeout(() => void work(), settleMs)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [text, sample])
  return preview
}
