import { useEffect, useMemo, useState } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { isRead, partsRead, readLater, readNow } from './read-expressions.ts'
import { stepWords, type Names } from './step-words.ts'
import { useNames } from './use-names.ts'

type Types = ReadonlyMap<string, StepTypeInfo>
type Words = {
  words: ReadonlyMap<string, string>
  /** Computed values that are said when they are read. */
  unread: ReadonlySet<string>
}

function wordsNow(definition: Definition, types: Types, names: Names): Words {
  const unread = new Set<string>()
  const read = (expression: string) => {
    if (!isRead(expression)) unread.add(expression)
    return partsRead(expression)
  }
  const inputs = { definition, types, names, read }
  return {
    words: new Map(definition.steps.map((step) => [step.id, stepWords(step, inputs)])),
    unread,
  }
}

function wordsOf(definition: Definition, types: Types, names: Names): Words {
  const now = wordsNow(definition, types, names)
  return now.unread.size > 0 && readNow(now.unread) ? wordsNow(definition, types, names) : now
}

/** What each step does, for the second line of its box. Computed values are said a moment later. */
export function useStepWords(definition: Definition, types: Types): Words['words'] {
  const names = useNames(definition, types)
  const [readings, setReadings] = useState(0)
  const { words, unread } = useMemo(
    () => wordsOf(definition, types, names),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is read is kept outside of React
    [definition, types, names, readings],
  )
  useEffect(() => {
    if (unread.size === 0) return
    const stop = new AbortController()
    void readLater(unread, stop.signal).then(
      () => (stop.signal.aborted ? undefined : setReadings((count) => count + 1)),
      // Without the reader the boxes show the titles of the types.
      () => undefined,
    )
    return () => stop.abort()
  }, [unread])
  return words
}
