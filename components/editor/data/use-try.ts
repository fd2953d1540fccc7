'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tryDraftContract, type TriedStep } from '#lib/contracts/workflows/tries'
import { sampleValue } from '#lib/domain/json-schema/sample-value'
import { call } from '#lib/http/client'
import { useEditorStore } from '../store-context.ts'
import type { Autosave } from '../sync/autosave.ts'
import { triedRun } from './tried-run.ts'
import type { Choice } from './use-chosen-data.ts'

export type TryPart = 'all' | 'step' | 'to' | 'from'

/** What was tried last, until the person goes back to the record. */
export type Tried = ReturnType<typeof triedRun> & {
  /** Counts the tries. */
  count: number
  part: TryPart
  stepId: string | undefined
  status: 'completed' | 'failed' | 'cancelled' | null
  steps: TriedStep[]
  more: boolean
}

type Options = { workflowId: string; autosave: Autosave; choice: Choice; runId: string | undefined }

/** Data that fit the start form, where nobody chose other ones and there is no run. */
const inventedStart = (schema: Record<string, unknown>): Record<string, unknown> => {
  const value = sampleValue(schema)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Pinned answers and disabled steps, which are those of this editor only. */
function useAside() {
  const [pins, setPins] = useState<Record<string, unknown>>({})
  const [disabled, setDisabled] = useState<string[]>([])
  return {
    pins,
    disabled,
    pin: (stepId: string, output: unknown) => setPins((now) => ({ ...now, [stepId]: output })),
    unpin: (stepId: string) =>
      setPins((now) => Object.fromEntries(Object.entries(now).filter(([id]) => id !== stepId))),
    toggle: (stepId: string) =>
      setDisabled((now) =>
        now.includes(stepId) ? now.filter((id) => id !== stepId) : [...now, stepId],
      ),
  }
}

/** Tries the draft with the chosen data; nothing is done outside. */
export function useTry({ workflowId, autosave, choice, runId }: Options) {
  const store = useEditorStore()
  const aside = useAside()
  const [tried, setTried] = useState<Tried>()
  const attempt = useMutation({
    async mutationFn({ part, stepId }: { part: TryPart; stepId: string | undefined }) {
      await autosave.flush()
      if (!autosave.isSaved())
        throw new Error('The draft could not be saved, so it was not tried. See the message above.')
      const { definition } = store.getState()
      const known = new Set(definition.steps.map(({ id }) => id))
      const pins = Object.entries(aside.pins).filter(([id]) => known.has(id))
      const typed = choice.kind === 'start' ? choice.start : undefined
      const start = typed ?? (runId === undefined ? inventedStart(definition.startData) : undefined)
      const answer = await call(tryDraftContract, {
        params: { id: workflowId },
        body: {
          part,
          ...(stepId === undefined ? {} : { step: stepId }),
          ...(runId === undefined ? {} : { runId }),
          ...(start === undefined ? {} : { startData: start }),
          pins: Object.fromEntries(pins.map(([id, output]) => [id, { output }])),
          disabled: aside.disabled.filter((id) => known.has(id)),
        },
      })
      return { ...answer, ...triedRun(definition, start, answer.steps), part, stepId }
    },
    onSuccess: (answer) => setTried((before) => ({ ...answer, count: (before?.count ?? 0) + 1 })),
  })
  return {
    ...aside,
    tried,
    isTrying: attempt.isPending,
    failure: attempt.error,
    attempt: (part: TryPart, stepId?: string) => attempt.mutate({ part, stepId }),
    end: () => {
      setTried(undefined)
      attempt.reset()
    },
  }
}

export type Try = ReturnType<typeof useTry>
