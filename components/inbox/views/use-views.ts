'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { pollEvery } from '#components/shared/loading/poll-every'
import { queryOf, refresh } from '#components/shared/loading/queries'
import {
  changePersonalSettingsContract,
  getPersonalSettingsContract,
} from '#lib/contracts/organization/personal-settings'
import {
  changeInboxViewContract,
  createInboxViewContract,
  deleteInboxViewContract,
  listInboxViewsContract,
  type InboxView,
} from '#lib/contracts/runs/inbox-views'
import type { ViewSettings, ViewSharing } from '#lib/domain/run/inbox-view'
import { call } from '#lib/http/client'

/** The views of the inbox with their counts, read again every half minute, and what changes them. */
export function useViews() {
  const client = useQueryClient()
  const views = useQuery({
    ...queryOf(listInboxViewsContract),
    refetchInterval: pollEvery(30_000),
  })
  const own = useQuery(queryOf(getPersonalSettingsContract))
  async function act<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await work()
    } catch (error) {
      toast.error((error as Error).message)
      return undefined
    } finally {
      void refresh(client, listInboxViewsContract, getPersonalSettingsContract)
    }
  }
  return {
    views: views.data?.items ?? [],
    total: views.data?.total,
    canShare: views.data?.canShare ?? false,
    groups: views.data?.groups ?? [],
    defaultId: own.data?.inboxViewId ?? null,
    save: (name: string, sharing: ViewSharing, settings: ViewSettings) =>
      act(() => call(createInboxViewContract, { body: { name, sharing, settings } })),
    change: (
      { id, revision }: InboxView,
      body: { name?: string; sharing?: ViewSharing; settings?: ViewSettings },
    ) => act(() => call(changeInboxViewContract, { params: { id }, body: { revision, ...body } })),
    remove: (id: string) =>
      act(async () => {
        await call(deleteInboxViewContract, { params: { id } })
        return true
      }),
    openWith: (inboxViewId: string | null) =>
      act(() => call(changePersonalSettingsContract, { body: { inboxViewId } })),
  }
}
export type Views = ReturnType<typeof useViews>
