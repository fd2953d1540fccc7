'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRoundIcon } from 'lucide-react'
import { SettingsSection } from '#components/settings/settings-section'
import { PagedList } from '#components/shared/loading/paged-list'
import { pollEvery } from '#components/shared/loading/poll-every'
import { pagesOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { listApiKeysContract } from '#lib/contracts/organization/api-keys'
import { CreateKey } from './create-key.tsx'
import { KeyTable } from './key-table.tsx'

/**
 * The API keys, with which systems call the API. A key is shown once, when it is created. The list
 * is read again every five seconds, for the last uses.
 */
export function ApiKeys() {
  const query = useInfiniteQuery({
    ...pagesOf(listApiKeysContract),
    refetchInterval: pollEvery(5000),
  })
  return (
    <SettingsSection
      title="API keys"
      description={
        <>
          Systems send one as <code>Authorization: Bearer</code>. Give each system its own, with
          what it needs and no more, so that one can be ended alone.
        </>
      }
      action={<CreateKey />}
    >
      <PagedList
        query={query}
        what="The API keys"
        skeletons={{ rows: 2, height: 'h-10' }}
        empty={
          <EmptyState
            icon={KeyRoundIcon}
            title="No API key yet"
            description="Create one for each system that calls the API."
          />
        }
      >
        {(keys) => <KeyTable keys={keys} />}
      </PagedList>
    </SettingsSection>
  )
}
