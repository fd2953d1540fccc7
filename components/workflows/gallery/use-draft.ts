import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { refresh } from '#components/shared/loading/queries'
import { startRunContract } from '#lib/contracts/runs/runs'
import {
  createFromGalleryContract,
  getGalleryWorkflowContract,
  type GalleryDetail,
} from '#lib/contracts/workflows/gallery'
import { listFoldersContract } from '#lib/contracts/workflows/folders'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { ApiFailure, call } from '#lib/http/client'

type Chosen = Record<string, string>

/** What is chosen at first: the only thing there is, or the policy that the gallery means. */
function usual(choices: { value: string }[], placeholder?: string): string {
  const values = choices.map(({ value }) => value)
  if (placeholder !== undefined && values.includes(placeholder)) return placeholder
  return values.length === 1 ? (values[0] ?? '') : ''
}

/** The person's choices; what is open is left out, and so is what there is nothing of. */
export function useChoices({ needs, policies }: GalleryDetail) {
  const [connections, setConnections] = useState<Chosen>(() =>
    Object.fromEntries(needs.map(({ kind, choices }) => [kind, usual(choices)])),
  )
  const [policy, setPolicy] = useState<Chosen>(() =>
    Object.fromEntries(
      policies.map(({ placeholder, choices }) => [placeholder, usual(choices, placeholder)]),
    ),
  )
  const isOpen = (chosen: string | undefined, choices: unknown[]) =>
    chosen === '' && choices.length > 0
  const open =
    needs.filter(({ kind, choices }) => isOpen(connections[kind], choices)).length +
    policies.filter(({ placeholder, choices }) => isOpen(policy[placeholder], choices)).length
  const given = (chosen: Chosen): Chosen =>
    Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''))
  return {
    connections,
    policies: policy,
    /** How many still have to be chosen. */
    open,
    body: { connections: given(connections), policies: given(policy) },
    chooseConnection: (kind: string, slug: string) =>
      setConnections((before) => ({ ...before, [kind]: slug })),
    choosePolicy: (placeholder: string, id: string) =>
      setPolicy((before) => ({ ...before, [placeholder]: id })),
  }
}
export type GalleryChoices = ReturnType<typeof useChoices>

const isGone = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404

/** Makes a draft of a workflow of the gallery, and tries it; one draft serves all tries. */
export function useDraft({ id, samples }: GalleryDetail, choices: GalleryChoices) {
  const router = useRouter()
  const client = useQueryClient()
  const path = usePathname()
  const query = useSearchParams()
  const draft = query.get('draft')

  const create = async (): Promise<string> => {
    const folderId = query.get('folder')
    const body = { ...choices.body, folderId }
    const created = await call(createFromGalleryContract, { params: { id }, body })
    void refresh(client, listWorkflowsContract, listFoldersContract, getGalleryWorkflowContract)
    return created.id
  }
  /** The draft stands in the address, so that coming back from its run finds it. */
  const remember = (workflowId: string) => {
    const next = new URLSearchParams(query)
    next.set('draft', workflowId)
    window.history.replaceState(null, '', `${path}?${next.toString()}`)
  }
  const start = async (workflowId: string, index: number): Promise<string> => {
    const startData = samples[index]?.startData ?? {}
    const body = { startData, draft: true }
    return (await call(startRunContract, { params: { id: workflowId }, body })).id
  }
  const startNew = async (index: number) => {
    const workflowId = await create()
    remember(workflowId)
    return await start(workflowId, index)
  }
  const use = useMutation({
    mutationFn: create,
    onSuccess: (workflowId) => router.push(`/workflows/${workflowId}`),
  })
  const attempt = useMutation({
    mutationFn: async (index: number) => {
      if (draft === null) return await startNew(index)
      try {
        return await start(draft, index)
      } catch (error) {
        // The draft was deleted meanwhile.
        if (isGone(error)) return await startNew(index)
        throw error
      }
    },
    onSuccess: (runId) => router.push(`/runs/${runId}`),
  })
  return { draft, use, attempt }
}
export type GalleryDraft = ReturnType<typeof useDraft>
