'use client'

// The server draws with it, before the editor's code is loaded.
import './drawing/drawing.css'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AccessRights, type Rights } from '#components/access/access-rights'
import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { FoundElsewhere } from '../shell/found-elsewhere.tsx'
import { Button } from '#components/ui/input/button'
import { TooltipProvider } from '#components/ui/overlay/tooltip'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { draftRead, stepTypesRead } from './draft-read.ts'
import type { PanesChoice } from './stored-panes.ts'
import { useIsAwaited, useKeptShortcut, useOpening } from './use-opening.ts'

const Opening = (
  <div data-full-page aria-busy className="flex h-full flex-col gap-3 p-3">
    <h1 className="sr-only">Opening the workflow</h1>
    <Skeleton className="h-9" />
    <div className="flex min-h-0 flex-1 gap-3">
      <Skeleton className="hidden w-60 lg:block" />
      <Skeleton className="flex-1" />
      <Skeleton className="hidden w-96 lg:block" />
    </div>
  </div>
)

/** The server draws it, the canvas as a picture; its code comes with the first touch. */
const Editor = partAtTouch(async () => (await import('./editor.tsx')).Editor, Opening)

/**
 * Forgets the draft when the editor closes: the next opening reads it anew. What came with the page
 * would stay for minutes, and who goes from workflow to workflow would keep them all.
 */
function useForgotten(id: string, opening: string): void {
  const client = useQueryClient()
  useEffect(
    () => () => {
      const { queryKey } = draftRead(id, opening)
      client.removeQueries({ queryKey, exact: true, type: 'inactive' })
    },
    [client, id, opening],
  )
}

type Props = {
  id: string
  /** Names this opening: its answer is read by no other. */
  opening: string
  panes: PanesChoice
  /** What the person collapsed in this workflow before. */
  collapsed: string[]
}

/** Loads a workflow with the step types and opens the editor. */
function LoadedEditor({ id, opening, panes, collapsed }: Props) {
  const current = useOpening(opening)
  const isAwaited = useIsAwaited()
  const onReady = useKeptShortcut()
  const workflow = useQuery({
    ...draftRead(id, current),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useForgotten(id, current)
  const types = useQuery({
    ...stepTypesRead(),
    staleTime: Infinity,
  })
  usePageTitle(workflow.data?.name)
  const failure = workflow.error ?? types.error
  if (failure)
    return (
      <div className="space-y-3">
        <h1 className="text-lg font-semibold">The workflow cannot be opened</h1>
        <p role="alert" className="text-sm">
          {failure.message}
        </p>
        <div className="flex gap-2">
          <Button
            onClick={() => {
              void workflow.refetch()
              void types.refetch()
            }}
          >
            Try again
          </Button>
          <Button asChild variant="outline">
            <a href="/workflows">All workflows</a>
          </Button>
        </div>
        <FoundElsewhere kind="workflow" id={id} error={failure} />
      </div>
    )
  if (!workflow.data || !types.data) return Opening
  return (
    <Editor
      key={current}
      workflow={workflow.data}
      stepTypes={types.data.items}
      panes={panes}
      collapsed={collapsed}
      isAwaited={isAwaited}
      onReady={onReady}
    />
  )
}

/** The editor of a workflow. What the person may do with it comes with the workflow. */
export function EditorPage({ accessRights, ...props }: Props & { accessRights: Rights }) {
  return (
    <AccessRights value={accessRights}>
      <TooltipProvider delayDuration={300}>
        <LoadedEditor {...props} />
      </TooltipProvider>
    </AccessRights>
  )
}
