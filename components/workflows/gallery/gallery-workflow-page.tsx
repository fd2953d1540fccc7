'use client'

import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useSearchParams } from 'next/navigation'
import { BackLink } from '#components/shared/display/back-link'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Loading } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { getGalleryWorkflowContract, type GalleryDetail } from '#lib/contracts/workflows/gallery'
import { galleryAddress } from './addresses.ts'
import { Choices } from './choices.tsx'
import { Drawing } from './drawing.tsx'
import { Samples } from './samples.tsx'
import { useChoices, useDraft, type GalleryChoices, type GalleryDraft } from './use-draft.ts'

const canvasClass =
  'overflow-auto rounded-xl border bg-muted/50 p-4 outline-none focus-visible:ring-2 ' +
  'focus-visible:ring-ring ' +
  '[background-image:radial-gradient(var(--border)_1px,transparent_1px)] bg-size-[18px_18px]'

const columnsClass =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]'

type UseProps = {
  workflow: GalleryDetail
  choices: GalleryChoices
  draft: GalleryDraft
  canCreate: boolean
}

/** What the workflow will use, and the button that makes it the organization's own. */
function UseIt({ workflow, choices, draft: { use, attempt, draft }, canCreate }: UseProps) {
  const failure = use.error ?? attempt.error
  return (
    <aside aria-label="Use it" className="space-y-5 rounded-xl border bg-card p-5 shadow-xs">
      <h2 className="text-base font-semibold">What it uses</h2>
      <Choices workflow={workflow} choices={choices} />
      {canCreate ? (
        <div className="space-y-2 border-t pt-4">
          <Button
            className="w-full"
            disabled={use.isPending || attempt.isPending || choices.open > 0}
            onClick={() => use.mutate()}
          >
            <PlusIcon aria-hidden /> {use.isPending ? 'Creating…' : 'Use this workflow'}
          </Button>
          <p className="text-xs text-muted-foreground">
            {choices.open > 0
              ? 'Choose what it uses first.'
              : 'Makes a draft that only your organization sees. Nothing runs until you publish it.'}
          </p>
          {draft === null ? null : (
            <p className="text-sm">
              You tried it:{' '}
              <Link href={`/workflows/${draft}`} className="underline underline-offset-2">
                open that draft
              </Link>
              .
            </p>
          )}
        </div>
      ) : (
        <p className="border-t pt-4 text-sm text-muted-foreground">
          You may look at it. Ask a builder or an owner to create it for your organization.
        </p>
      )}
      {failure ? (
        <p role="alert" className="text-sm text-destructive">
          {failure.message}
        </p>
      ) : null}
    </aside>
  )
}

const trying =
  'A try runs a draft of yours with what is chosen here, and opens the run; its screens are there ' +
  'and in the inbox. On sandboxes nothing leaves the house.'

function Shown({ workflow, canCreate }: { workflow: GalleryDetail; canCreate: boolean }) {
  const choices = useChoices(workflow)
  const draft = useDraft(workflow, choices)
  const { name, about, drawing } = workflow
  return (
    <div className={columnsClass}>
      <div className="max-w-prose space-y-3">
        {about.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="lg:sticky lg:top-4 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        <UseIt workflow={workflow} choices={choices} draft={draft} canCreate={canCreate} />
      </div>
      <div className={canvasClass} tabIndex={0} role="region" aria-label={`Drawing of ${name}`}>
        <Drawing
          drawing={drawing}
          label={`${name}: ${drawing.boxes.map(({ title }) => title).join(', ')}`}
          className="mx-auto block"
        />
      </div>
      <section className="space-y-3" aria-labelledby="try-it">
        <div className="space-y-1">
          <h2 id="try-it" className="text-lg font-semibold">
            Try it
          </h2>
          {canCreate ? <p className="text-sm text-muted-foreground">{trying}</p> : null}
        </div>
        <Samples
          workflow={workflow}
          busy={draft.attempt.isPending || draft.use.isPending || choices.open > 0}
          onTry={canCreate ? (index) => draft.attempt.mutate(index) : undefined}
        />
      </section>
    </div>
  )
}

/** A workflow of the gallery: what it is for, how it goes, and the ways to try and to use it. */
export function GalleryWorkflowPage({ id, canCreate }: { id: string; canCreate: boolean }) {
  const folder = useSearchParams().get('folder')
  const workflow = useQuery(queryOf(getGalleryWorkflowContract, { params: { id } }))
  usePageTitle(workflow.data?.name)
  return (
    <Page>
      <BackLink href={galleryAddress(folder)}>Gallery</BackLink>
      {workflow.error ? (
        <LoadFailure
          what="This workflow of the gallery"
          isPage
          error={workflow.error}
          onRetry={() => void workflow.refetch()}
        />
      ) : null}
      {workflow.isPending ? (
        <Loading label="Loading the workflow">
          <Skeleton className="h-96 rounded-xl" />
        </Loading>
      ) : null}
      {workflow.data ? (
        <>
          <PageHeader title={workflow.data.name} description={workflow.data.summary} />
          <Shown workflow={workflow.data} canCreate={canCreate} />
        </>
      ) : null}
    </Page>
  )
}
