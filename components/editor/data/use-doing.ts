'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import {
  doDraftPartContract,
  tryDraftContract,
  type DoneEffect,
} from '#lib/contracts/workflows/tries'
import { randomId } from '#lib/domain/random-id'
import { ApiFailure, call } from '#lib/http/client'
import type { TryBody } from './use-try.ts'

export type DonePart = 'step' | 'to' | 'from'

/** A part that is really done once the person agrees to what its steps do. */
type Asked = { part: DonePart; stepId: string; effects: DoneEffect[] }

/** The steps that the server wants named; undefined for another refusal. */
function effectsAsked(error: unknown): DoneEffect[] | undefined {
  if (!(error instanceof ApiFailure)) return undefined
  const { effects } = error.details
  return Array.isArray(effects) ? (effects as DoneEffect[]) : undefined
}

type Options = {
  workflowId: string
  /** Saves the draft, and answers the data to do it with. */
  prepare(): Promise<TryBody>
  onStarted(runId: string): void
}

/** Tries what would be done, so that the question can say what each step would be given. */
const useForesight = ({ workflowId, prepare }: Pick<Options, 'workflowId' | 'prepare'>) =>
  useMutation({
    async mutationFn({ part, stepId }: Pick<Asked, 'part' | 'stepId'>) {
      const body = { part, step: stepId, ...(await prepare()) }
      return await call(tryDraftContract, { params: { id: workflowId }, body })
    },
  })

/** Really does a part of the draft in a test run, after asking for each step that acts. */
export function useDoing({ workflowId, prepare, onStarted }: Options) {
  const [asked, setAsked] = useState<Asked>()
  const foresight = useForesight({ workflowId, prepare })
  const start = useMutation({
    async mutationFn({ part, stepId, effects }: Asked) {
      const { pins, disabled, runId, startData } = await prepare()
      return await call(doDraftPartContract, {
        params: { id: workflowId },
        body: {
          part,
          step: stepId,
          ...(runId === undefined ? {} : { runId }),
          ...(startData === undefined ? {} : { startData }),
          pins,
          disabled,
          effects: effects.map((effect) => effect.stepId),
        },
        headers: { 'idempotency-key': randomId() },
      })
    },
    onSuccess: ({ id }) => {
      setAsked(undefined)
      toast.success('The test run has started. It is shown here.')
      onStarted(id)
    },
    onError: (error, { part, stepId }) => {
      const effects = effectsAsked(error)
      if (effects) {
        setAsked({ part, stepId, effects })
        foresight.mutate({ part, stepId })
      } else if (!asked) toast.error(error.message)
    },
  })
  return {
    asked,
    /** What the steps would be given; undefined before that is known, or when it cannot be. */
    foreseen: foresight.data?.steps,
    isStarting: start.isPending,
    failure: start.error && !effectsAsked(start.error) ? start.error : undefined,
    /** Asks first when a step of the part acts. */
    begin: (part: DonePart, stepId: string) => start.mutate({ part, stepId, effects: [] }),
    agree: () => asked && start.mutate(asked),
    leave: () => {
      setAsked(undefined)
      start.reset()
      foresight.reset()
    },
  }
}

export type Doing = ReturnType<typeof useDoing>
