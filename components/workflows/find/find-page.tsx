'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchIcon } from 'lucide-react'
import { BackLink } from '#components/shared/display/back-link'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf, queryOf } from '#components/shared/loading/queries'
import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { listFoldersContract } from '#lib/contracts/workflows/folders'
import { searchWorkflowsContract } from '#lib/contracts/workflows/workflow-search'
import { pathName } from '../folders/folder-tree.ts'
import { asked, FindFilters, type Asked } from './find-filters.tsx'
import { FoundList } from './found-list.tsx'

const nothingAsked = (
  <EmptyState
    icon={SearchIcon}
    title="What are you looking for?"
    description="A word on a screen, a field such as Patient name, every step that sends a fax, or what uses a connection. Drafts and published versions are searched."
  />
)

const nothingFound = (
  <EmptyState
    icon={SearchIcon}
    title="Nothing found"
    description="No workflow that you may see says this, in its draft or its published version. A name that a workflow computes is found by its text only."
  />
)

function Results({ filters }: { filters: Asked }) {
  const folders = useQuery(queryOf(listFoldersContract)).data?.items ?? []
  const entries = Object.entries(filters).filter(([, value]) => value !== '')
  // A tag narrows a search; it asks nothing by itself.
  const isAsked = entries.some(([name]) => name !== 'tag')
  const found = useInfiniteQuery({
    ...pagesOf(searchWorkflowsContract, { query: { ...Object.fromEntries(entries), limit: 20 } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked) return nothingAsked
  return (
    <PagedList
      query={found}
      what="The found workflows"
      skeletons={{ rows: 3, height: 'h-24' }}
      empty={nothingFound}
    >
      {(workflows) => (
        <FoundList workflows={workflows} placeOf={(folderId) => pathName(folders, folderId)} />
      )}
    </PagedList>
  )
}

type Props = { seesConnections: boolean; seesPolicies: boolean }

/** Searches inside of all workflows, and leads to the step. The search stands in the address. */
export function FindPage(props: Props) {
  const { filters, change } = useUrlFilters(asked)
  return (
    <Page>
      <BackLink href="/workflows">Workflows</BackLink>
      <PageHeader
        title="Search inside workflows"
        description="Titles, settings, forms, expressions and code of every workflow, and what its steps use."
      />
      <FindFilters filters={filters} change={change} {...props} />
      <Results filters={filters} />
    </Page>
  )
}
