'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { listMemberGroupsContract } from '#lib/contracts/organization/directories'
import { SettingsSection } from '../settings-section.tsx'

/** The groups of the organization's directories that a member is in. */
export function MemberGroups({ id }: { id: string }) {
  const query = useInfiniteQuery(pagesOf(listMemberGroupsContract, { params: { id } }))
  return (
    <SettingsSection
      title="Groups"
      description="From your directories. Access rules and roles may name them."
    >
      <PagedList
        query={query}
        what="The groups"
        skeletons={{ rows: 1, height: 'h-6' }}
        empty={<p className="text-sm text-muted-foreground">In no group of a directory.</p>}
      >
        {(groups) => (
          <ul className="flex flex-wrap gap-2" aria-label="Groups">
            {groups.map((group) => (
              <li key={group.id} className="max-w-full">
                <Badge variant="outline" className="max-w-full whitespace-normal">
                  {group.name}{' '}
                  <span className="font-normal text-muted-foreground">{group.directory.name}</span>
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </SettingsSection>
  )
}
