'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyTable } from '#components/api-keys/key-table'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { listApiKeysContract } from '#lib/contracts/organization/api-keys'
import { SettingsSection } from '../settings-section.tsx'

/** The API keys that a member owns: to hand over to somebody else, or to delete. */
export function MemberKeys({ id, name }: { id: string; name: string }) {
  const query = useInfiniteQuery(pagesOf(listApiKeysContract, { query: { ownerId: id } }))
  return (
    <SettingsSection
      title="API keys"
      description={`They end with the access of ${name}. Hand over those that systems still need.`}
    >
      <PagedList
        query={query}
        what="The API keys"
        skeletons={{ rows: 1, height: 'h-10' }}
        empty={<p className="text-sm text-muted-foreground">{name} owns no API key.</p>}
      >
        {(keys) => <KeyTable keys={keys} />}
      </PagedList>
    </SettingsSection>
  )
}
