'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FileTextIcon, GlobeIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { listFormsContract, type FormSummary } from '#lib/contracts/workflows/forms'

function FormRow({ form }: { form: FormSummary }) {
  return (
    <li>
      <Link
        href={`/forms/${form.slug}`}
        className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2.5 text-sm outline-none hover:bg-accent/40 focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{form.title}</span>
          {form.description ? (
            <span className="block max-w-[75ch] text-muted-foreground">{form.description}</span>
          ) : null}
        </span>
        {form.public ? (
          <Badge variant="outline">
            <GlobeIcon aria-hidden /> Shared by link
          </Badge>
        ) : null}
      </Link>
    </li>
  )
}

/** The forms that a person may fill in, each of which starts a run of its workflow. */
export function FormsPage() {
  const query = useInfiniteQuery(pagesOf(listFormsContract))
  return (
    <Page>
      <PageHeader title="Forms" description="Fill one in to start its workflow." />
      <PagedList
        query={query}
        what="The forms"
        skeletons={{ rows: 2, height: 'h-16' }}
        empty={
          <EmptyState
            icon={FileTextIcon}
            title="There is no form yet"
            description="Publish a workflow whose start form asks for something, and it appears here."
          />
        }
      >
        {(forms) => (
          <ul className="divide-y overflow-hidden rounded-lg border bg-card" aria-label="Forms">
            {forms.map((form) => (
              <FormRow key={form.slug} form={form} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  )
}
