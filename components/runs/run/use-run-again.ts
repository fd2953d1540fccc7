'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { keyOf } from '#components/shared/loading/queries'
import { retryRunContract, type RunPage } from '#lib/contracts/runs/runs'
import { readVersionContract, readWorkflowContract } from '#lib/contracts/workflows/workflows'
import { randomId } from '#lib/domain/random-id'
import type { Definition } from '#lib/domain/workflow/definition'
import { call } from '#lib/http/client'

export type Version = 'same' | 'newest'
type Data = Record<string, unknown>

/** The start form of the version published now; of the draft when none is. */
async function newestForm(workflowId: string, signal: AbortSignal): Promise<Data> {
  const { published, draft } = await call(readWorkflowContract, {
    params: { id: workflowId },
    signal,
  })
  if (!published) return draft.startData
  const { definition } = await call(readVersionContract, {
    params: { id: workflowId, number: published.number },
    signal,
  })
  return definition.startData
}

/**
 * The start form of the version for the new run: `schema` when it is loaded, `error` when it cannot
 * be read.
 */
export function useAgainForm(run: RunPage, version: Version) {
  const newest = useQuery({
    queryKey: keyOf(readVersionContract, 'newest form', run.workflow.id),
    queryFn: ({ signal }) => newestForm(run.workflow.id, signal),
    enabled: version === 'newest' && !run.truncated,
  })
  if (version === 'newest') return newest
  const { startData } = run.definition as Definition
  return { data: startData, error: null, refetch: newest.refetch }
}

/** Starts a run again and opens the new run; without start data it gets those of this run. */
export function useRunAgain(run: RunPage, version: Version, onStarted: () => void) {
  const router = useRouter()
  const [key, setKey] = useState(randomId)
  return useMutation({
    mutationFn: (startData?: Data) =>
      call(retryRunContract, {
        params: { id: run.id },
        body: { version, ...(startData ? { startData } : {}) },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: ({ id }) => {
      onStarted()
      router.push(`/runs/${id}`)
    },
    // Another try is another request: the server would refuse the old key with another body.
    onError: () => setKey(randomId()),
  })
}
