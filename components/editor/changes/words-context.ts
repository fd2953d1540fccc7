'use client'

import { createContext, useEffect, useMemo, useState } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { WordsOf, wordsOfStep } from './expression-words.ts'

type OfStep = (stepId: string) => WordsOf

/** How the computed settings of a step are said; undefined until the reader of code is loaded. */
export const WordsContext = createContext<OfStep | undefined>(undefined)

/** What `WordsContext` has for one definition, or two that are compared. */
export function useWords(
  before: Definition | undefined,
  after: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
): OfStep | undefined {
  const [code, setCode] = useState<{ wordsOfStep: typeof wordsOfStep }>()
  useEffect(() => {
    // Without it expressions are shown as they are written.
    void loadCode(() => import('./expression-words.ts')).then(setCode, () => undefined)
  }, [])
  return useMemo(() => {
    if (!code) return undefined
    const definitions = before ? [before, after] : [after]
    return (stepId) => code.wordsOfStep(definitions, types, stepId)
  }, [code, before, after, types])
}
