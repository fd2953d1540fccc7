'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tryDraftContract, type TriedStep } from '#lib/contracts/workflows/tries'
import { sampleValue } from '#lib/domain/json-schema/sample-value'
import type { RunPage } from '#lib/contracts/runs/runs'
import { call } from '#lib/http/client'
import { useEditorStore } from '../store-context.ts'
import type { Autosave } from '../sync/autosave.ts'
import { triedRun } from './tried-run.ts'
import type { Choice } from './use-chosen-data.ts'
import { useDoing } from './use-doing.ts'
import { useSetAside } from './use-set-aside.ts'

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

type Options = {
  workflowId: string
  autosave: Autosave
  choice: Choice
  /** The chosen run. */
  run: Pick<RunPage, 'id'> | undefined
  /** A part of the draft is really done in this test run. */
  onStarted(runId: string): void
}

/** With what a part is tried or done. */
export type TryBody = {
  runId?: string
  startData?: Record<string, unknown>
  pins: Record<string, { output: unknown }>
  disabled: string[]
}

/** Data that fit the start form, where nobody chose other ones and there is no run. */
const inventedStart = (schema: Record<string, unknown>): Record<string, unknown> => {
  const value = sampleValue(schema)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Saves the draft, and answers with which data it is tried or done. */
function usePrepare({ autosave, choice, run }: Options, aside: ReturnType<typeof useSetAside>) {
  const store = useEditorStore()
  return async (): Promise<TryBody> => {
    await autosave.flush()
    if (!autosave.isSaved())
      throw new Error('The draft could not be saved, so it was not tried. See the message above.')
    const { definition } = store.getState()
    const known = new Set(definition.steps.map(({ id }) => id))
    const pins = Object.entries(aside.pins).filter(([id]) => known.has(id))
    const runId = choice.kind === 'start' ? choice.runId : run?.id
    const typed = choice.kind === 'start' ? choice.start : undefined
    const start = typed ?? (runId === undefined ? inventedStart(definition.startData) : undefined)
    return {
      ...(runId === undefined ? {} : { runId }),
      ...(start === undefined ? {} : { startData: start }),
      pins: Object.fromEntries(pins.map(([id, output]) => [id, { output }])),
      disabled: aside.disabled.filter((id) => known.has(id)),
    }
  }
}

/**
 * Tries the draft with the chosen data, without doing anything outside; or really does a part of it
 * in a test run.
 */
export function useTry(options: Options) {
  const { workflowId, onStarted } = options
  const store = useEditorStore()
  const aside = useSetAside(workflowId)
  const prepare = usePrepare(options, aside)
  const [tried, setTried] = useState<Tried>()
  const doing = useDoing({
    workflowId,
    prepare,
    onStarted(runId) {
      setTried(undefined)
      onStarted(runId)
    },
  })
  const attempt = useMutation({
    async mutationFn({ part, stepId }: { part: TryPart; stepId: string | undefined }) {
      const body = await prepare()
      const { definition } = store.getState()
      const answer = await call(tryDraftContract, {
        params: { id: workflowId },
        body: { part, ...(stepId === undefined ? {} : { step: stepId }), ...body },
      })
      return { ...answer, ...triedRun(definition, body.startData, answer.steps), part, stepId }
    },
    onSuccess: (answer) => setTried((before) => ({ ...answer, count: (before?.count ?? 0) + 1 })),
  })
  return {
    ...aside,
    doing,
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
