'use client'

import { usePageTitle } from '#components/shared/display/use-page-title'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccessRights, type Rights } from '#components/access/access-rights'
import { keyOf, queryOf } from '#components/shared/loading/queries'
import { FoundElsewhere } from '../shell/found-elsewhere.tsx'
import { Button } from '#components/ui/input/button'
import { TooltipProvider } from '#components/ui/overlay/tooltip'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { listStepTypesContract } from '#lib/contracts/workflows/step-types'
import { readWorkflowContract } from '#lib/contracts/workflows/workflows'
import { randomId } from '#lib/domain/random-id'
import { Editor } from './editor.tsx'

type Props = { id: string }

/**
 * Loads a workflow with the step types and opens the editor. The draft is read again at each
 * opening: an old copy could only end in a conflict.
 */
function LoadedEditor({ id }: Props) {
  const [opening] = useState(randomId)
  const workflow = useQuery({
    ...queryOf(readWorkflowContract, { params: { id } }),
    // The model starts from the current answer, even when the page was left and opened again.
    queryKey: keyOf(readWorkflowContract, id, opening),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const types = useQuery({
    ...queryOf(listStepTypesContract),
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
  if (!workflow.data || !types.data)
    return (
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
  return <Editor key={opening} workflow={workflow.data} stepTypes={types.data.items} />
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
