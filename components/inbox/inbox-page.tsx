'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChartNoAxesColumnIcon, KeyboardIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useSearchParams } from 'next/navigation'
import { useRef, useState } from 'react'
import { AwayBanner } from '#components/absences/away-banner'
import { UnknownOutcomes } from '#components/runs/unknown-outcome/unknown-outcomes'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { itemsOf, PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { pollEvery } from '#components/shared/loading/poll-every'
import { Button } from '#components/ui/input/button'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { listScreensContract } from '#lib/contracts/runs/screens'
import { InboxFilters } from './list/inbox-filters.tsx'
import { queryOfSettings } from './list/inbox-settings.ts'
import { InboxList } from './list/inbox-list.tsx'
import { NoScreens } from './list/no-screens.tsx'
import { useInboxFilters } from './list/use-inbox-filters.ts'
import { NextCase, useNextCase } from './next-case.tsx'
import { useViews } from './views/use-views.ts'
import { ViewList } from './views/view-list.tsx'
import { useRememberList, wantedOf } from './worked-list.ts'

const KeysDialog = dialogLater(
  async () => (await import('./list/keys-dialog.tsx')).KeysDialog,
  () => true,
)

type HeadProps = {
  next: ReturnType<typeof useNextCase>
  canControl: boolean
  onHelp(): void
}

function Head({ next, canControl, onHelp }: HeadProps) {
  return (
    <PageHeader title="Inbox" description="Screens that wait for a person, the most urgent first.">
      <Button
        variant="ghost"
        size="icon"
        className="max-sm:hidden"
        aria-label="Keys of this page"
        onClick={onHelp}
      >
        <KeyboardIcon aria-hidden />
      </Button>
      {canControl ? (
        <Button variant="outline" asChild>
          <Link href="/inbox/workload">
            <ChartNoAxesColumnIcon aria-hidden /> Workload
          </Link>
        </Button>
      ) : null}
      <NextCase next={next} />
    </PageHeader>
  )
}

type Props = {
  permissions: readonly string[]
  workflows: { slug: string; name: string }[]
}

/**
 * The screens that a person may complete now, by priority, then the oldest first, with filters and
 * sorts that stand in the address. They are read again every five seconds.
 */
export function InboxPage({ permissions, workflows }: Props) {
  const canControl = permissions.includes('runs:control')
  const state = useInboxFilters()
  useRememberList(useSearchParams().toString())
  const query = useInfiniteQuery({
    ...pagesOf(listScreensContract, { query: queryOfSettings(state) }),
    refetchInterval: pollEvery(5000),
    placeholderData: keepPreviousData,
  })
  const next = useNextCase(wantedOf(state))
  const [showsKeys, setShowsKeys] = useState(false)
  const search = useRef<HTMLElement>(null)
  const views = useViews()
  const items = itemsOf(query)
  const showView = (place: number): void => {
    const view = views.views[place - 2]
    if (place === 1 || view) state.showView(view)
  }
  return (
    <Page>
      <Head next={next} canControl={canControl} onHelp={() => setShowsKeys(true)} />
      <AwayBanner />
      {canControl ? <UnknownOutcomes /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <ViewList state={state} views={views} />
        <div className="space-y-4">
          <InboxFilters
            search={search}
            state={state}
            items={items}
            workflows={workflows}
            groups={views.groups}
            canReadMembers={permissions.includes('members:read')}
          />
          <PagedList
            query={query}
            what="The inbox"
            skeletons={{ rows: 3, height: 'h-16' }}
            empty={<NoScreens isFiltered={state.isFiltered} permissions={permissions} />}
          >
            {(loaded) => (
              <InboxList
                items={loaded}
                state={state}
                hasMore={query.hasNextPage}
                mayTake={canControl}
                search={search}
                onNext={() => next.isPending || next.mutate(undefined)}
                onHelp={() => setShowsKeys(true)}
                onView={showView}
              />
            )}
          </PagedList>
        </div>
      </div>
      {showsKeys ? <KeysDialog onClose={() => setShowsKeys(false)} /> : null}
    </Page>
  )
}
