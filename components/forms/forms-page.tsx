'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FileTextIcon, GlobeIcon } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'
import { PageHeader } from '#components/ui/page-header'
import { Skeleton } from '#components/ui/skeleton'
import { pagesOf } from '#components/shared/queries'
import { listFormsContract } from '#lib/contracts/forms'
import { LoadFailure } from '#components/shared/load-failure'

/** The forms that a person may fill in, each of which starts a run of its workflow. */
export function FormsPage() {
  const query = useInfiniteQuery({
    ...pagesOf(listFormsContract),
  })
  const forms = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="mx-auto w-full max-w-4xl space-y-6">
      <PageHeader title="Forms" description="Fill one in to start its workflow." />
      {query.isPending ? (
        <div className="space-y-2" aria-busy="true" aria-label="Loading the forms">
          {[0, 1].map((row) => (
            <Skeleton key={row} className="h-16 w-full" />
          ))}
        </div>
      ) : query.isError ? (
        <LoadFailure what="The forms" error={query.error} onRetry={() => void query.refetch()} />
      ) : forms.length === 0 ? (
        <EmptyState
          icon={FileTextIcon}
          title="There is no form yet"
          description="Publish a workflow whose start form asks for something, and it appears here."
        />
      ) : (
        <>
          <ul className="space-y-2" aria-label="Forms">
            {forms.map((form) => (
              <li key={form.slug}>
                <Link
                  href={`/forms/${form.slug}`}
                  className="flex flex-wrap items-center gap-3 rounded-lg border bg-card px-4 py-3 outline-none hover:border-primary/50 hover:bg-accent/40 focus-visible:ring-2 focus-visible:ring-ring"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{form.title}</span>
                    {form.description ? (
                      <span className="block text-sm text-muted-foreground">
                        {form.description}
                      </span>
                    ) : null}
                  </span>
                  {form.public ? (
                    <Badge variant="outline">
                      <GlobeIcon aria-hidden /> Shared by link
                    </Badge>
                  ) : null}
                </Link>
              </li>
            ))}
          </ul>
          {query.hasNextPage ? (
            <Button variant="outline" onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}
