'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ContactRoundIcon } from 'lucide-react'
import { PagedList } from '#components/shared/loading/paged-list'
import { pollEvery } from '#components/shared/loading/poll-every'
import { pagesOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { listDirectoriesContract } from '#lib/contracts/organization/directories'
import { ConnectDirectory } from './connect-directory.tsx'
import { DirectoryCard } from './directory-card.tsx'

/**
 * The directories that people come from. Read again every five seconds: a directory pushes at any
 * time.
 */
export function Directories() {
  const query = useInfiniteQuery({
    ...pagesOf(listDirectoriesContract),
    refetchInterval: pollEvery(5000),
  })
  return (
    <section className="space-y-4" aria-labelledby="directories-title">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="directories-title" className="text-base font-semibold">
            Directories
          </h2>
          <p className="text-sm text-muted-foreground">
            People and groups come from your own directory. Whoever leaves it has no access here
            from that moment.
          </p>
        </div>
        <ConnectDirectory />
      </div>
      <PagedList
        query={query}
        what="The directories"
        skeletons={{ rows: 2, height: 'h-28' }}
        empty={
          <EmptyState
            icon={ContactRoundIcon}
            title="No directory yet"
            description="Connect Okta, Entra ID, Google or any other that speaks SCIM 2.0, or one of WorkOS. Or try the sandbox, whose people are invented."
          />
        }
      >
        {(directories) => (
          <ul className="space-y-4">
            {directories.map((directory) => (
              <li key={directory.id}>
                <DirectoryCard directory={directory} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
