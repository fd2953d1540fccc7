'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { InboxIcon } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { UnknownOutcomes } from '#components/runs/unknown-outcome/unknown-outcomes'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { pollEvery } from '#components/shared/loading/poll-every'
import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Segmented } from '#components/ui/input/segmented'
import { PageHeader } from '#components/ui/layout/page-header'
import { listScreensContract } from '#lib/contracts/runs/screens'
import { InboxTable } from './inbox-table.tsx'
import { NextCase, useNextCase } from './next-case.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'

const claims = { any: 'All', mine: 'Mine', unclaimed: 'Nobody’s', others: 'Others’' } as const
type ClaimFilter = keyof typeof claims

const isClaimFilter = (text: string): text is ClaimFilter => Object.hasOwn(claims, text)

function NoScreens({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={InboxIcon}
        title="No open screen matches"
        description="Widen the filters to see more."
      />
    )
  return (
    <EmptyState
      icon={InboxIcon}
      title="No screen waits for you"
      description="When a workflow needs a person, its screen appears here by itself."
    />
  )
}

/** The keys of the page, for who has a keyboard. */
function Keys() {
  return (
    <p className="text-xs text-muted-foreground max-sm:hidden">
      <kbd>j</kbd> and <kbd>k</kbd> move between cases, <kbd>Enter</kbd> opens one, <kbd>n</kbd>{' '}
      takes the next one, <kbd>/</kbd> searches.
    </p>
  )
}

type Props = { canControl: boolean; workflows: { slug: string; name: string }[] }

type FiltersProps = {
  search: RefObject<HTMLElement | null>
  claim: ClaimFilter
  workflow: string
  q: string
  workflows: Props['workflows']
  change(next: { claim?: string; workflow?: string; q?: string }): void
}

function Filters({ search, claim, workflow, q, workflows, change }: FiltersProps) {
  return (
    <search className="flex flex-wrap items-end gap-3" ref={search}>
      <Segmented<ClaimFilter>
        label="Whose screens"
        value={claim}
        options={claims}
        onChange={(value) => change({ claim: value === 'any' ? '' : value })}
      />
      <SearchFilter
        label="Search in the cases"
        placeholder="Patient, reference or screen"
        value={q}
        onChange={(text) => change({ q: text.trim() })}
      />
      <SelectFilter
        label="Workflow"
        value={workflow}
        onChange={(slug) => change({ workflow: slug })}
      >
        <option value="">All</option>
        {workflows.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectFilter>
    </search>
  )
}

/**
 * The screens that a person may complete now, by priority, then the oldest first, with filters that
 * stand in the address. They are read again every five seconds.
 */
export function InboxPage({ canControl, workflows }: Props) {
  const { filters, change } = useUrlFilters(['claim', 'workflow', 'q'])
  const { workflow, q } = filters
  const claim = isClaimFilter(filters.claim) ? filters.claim : 'any'
  const query = useInfiniteQuery({
    ...pagesOf(listScreensContract, {
      query: { claim, ...(workflow && { workflow }), ...(q && { q }) },
    }),
    refetchInterval: pollEvery(5000),
    placeholderData: keepPreviousData,
  })
  const next = useNextCase({ workflow, q })
  const list = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLElement>(null)
  useInboxKeys({ list, search, onNext: () => next.isPending || next.mutate() })
  const isFiltered = claim !== 'any' || workflow !== '' || q !== ''
  return (
    <div className="mx-auto w-full max-w-6xl space-y-6">
      <PageHeader
        title="Inbox"
        description="Screens that wait for a person, the most urgent first."
      >
        <NextCase next={next} />
      </PageHeader>
      {canControl ? <UnknownOutcomes /> : null}
      <Filters
        search={search}
        claim={claim}
        workflow={workflow}
        q={q}
        workflows={workflows}
        change={change}
      />
      <div ref={list} className="space-y-3">
        <PagedList
          query={query}
          what="The inbox"
          skeletons={{ rows: 3, height: 'h-16' }}
          empty={<NoScreens isFiltered={isFiltered} />}
        >
          {(items) => (
            <>
              <InboxTable items={items} />
              <Keys />
            </>
          )}
        </PagedList>
      </div>
    </div>
  )
}
