'use client'

import { useQuery } from '@tanstack/react-query'
import { FlaskConicalIcon, PlugIcon, UsersIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useSearchParams } from 'next/navigation'
import { BackLink } from '#components/shared/display/back-link'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Loading } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { listGalleryContract, type GallerySummary } from '#lib/contracts/workflows/gallery'
import { countOf } from '#lib/domain/count-of'
import { Drawing } from './drawing.tsx'
import { listAddress, workflowAddress } from './addresses.ts'

const cardClass =
  'group relative flex flex-col overflow-hidden rounded-xl border bg-card text-card-foreground ' +
  'shadow-xs transition-shadow hover:shadow-md has-[a:focus-visible]:ring-2 ' +
  'has-[a:focus-visible]:ring-ring'

const dotsClass =
  'h-48 overflow-hidden border-b bg-muted/50 ' +
  '[background-image:radial-gradient(var(--border)_1px,transparent_1px)] bg-size-[14px_14px]'

function Card({ workflow, folder }: { workflow: GallerySummary; folder: string | null }) {
  const { id, name, area, summary, people, needs, samples, drawing } = workflow
  return (
    <li className={cardClass}>
      <div className={dotsClass}>
        <Drawing
          small
          drawing={drawing}
          label={`Drawing of ${name}: ${countOf(drawing.boxes.length, 'step')}`}
          className="size-full mask-[linear-gradient(black_70%,transparent)]"
        />
      </div>
      <div className="flex grow flex-col gap-2 p-4">
        <p className="text-xs font-medium text-muted-foreground">{area}</p>
        <h2 className="text-base leading-tight font-semibold">
          <Link
            href={workflowAddress(id, folder)}
            className="outline-none group-hover:underline after:absolute after:inset-0 underline-offset-4"
          >
            {name}
          </Link>
        </h2>
        <p className="text-sm text-muted-foreground">{summary}</p>
        <ul className="mt-auto space-y-1 pt-2 text-xs text-muted-foreground">
          <li className="flex gap-1.5">
            <PlugIcon aria-hidden className="mt-px size-3.5 shrink-0" />
            <span>{needs.map(({ title }) => title).join(', ')}</span>
          </li>
          <li className="flex gap-1.5">
            <UsersIcon aria-hidden className="mt-px size-3.5 shrink-0" />
            <span>{people.join(', ')}</span>
          </li>
          <li className="flex gap-1.5">
            <FlaskConicalIcon aria-hidden className="mt-px size-3.5 shrink-0" />
            <span>{samples} cases to try</span>
          </li>
        </ul>
      </div>
    </li>
  )
}

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

function Waiting() {
  return (
    <Loading label="Loading the gallery">
      <div className={gridClass}>
        {Array.from({ length: 6 }, (_entry, index) => (
          <Skeleton key={index} className="h-80 rounded-xl" />
        ))}
      </div>
    </Loading>
  )
}

/** The ready workflows: what each is for, what it needs, and how it is drawn. */
export function GalleryPage() {
  const folder = useSearchParams().get('folder')
  const gallery = useQuery(queryOf(listGalleryContract))
  return (
    <Page>
      <BackLink href={listAddress(folder)}>Workflows</BackLink>
      <PageHeader
        title="Gallery"
        description="Ready workflows for healthcare operations. Try one with a sample on your sandboxes, then make it yours."
      />
      {gallery.error ? (
        <LoadFailure
          what="The gallery"
          error={gallery.error}
          onRetry={() => void gallery.refetch()}
        />
      ) : null}
      {gallery.isPending ? <Waiting /> : null}
      {gallery.data ? (
        <ul className={gridClass} aria-label="Workflows of the gallery">
          {gallery.data.items.map((workflow) => (
            <Card key={workflow.id} workflow={workflow} folder={folder} />
          ))}
        </ul>
      ) : null}
    </Page>
  )
}
