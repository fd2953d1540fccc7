'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useId } from 'react'
import { toast } from '#components/shared/messages/toast'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Switch } from '#components/ui/input/switch'
import {
  changePersonalSettingsContract,
  getPersonalSettingsContract,
} from '#lib/contracts/organization/personal-settings'
import { call } from '#lib/http/client'

/** Whether single letters are shortcuts of the inbox and the editor. */
export function LetterKeys() {
  const id = useId()
  const router = useRouter()
  const client = useQueryClient()
  const query = useQuery(queryOf(getPersonalSettingsContract))
  const change = useMutation({
    mutationFn: (letterKeys: boolean) =>
      call(changePersonalSettingsContract, { body: { letterKeys } }),
    onSuccess: async () => {
      await refresh(client, getPersonalSettingsContract)
      // The frame of the page knows it, for all pages.
      router.refresh()
    },
    onError: (error) => toast.error(error.message),
  })
  if (query.error && !query.data)
    return (
      <LoadFailure what="The setting" error={query.error} onRetry={() => void query.refetch()} />
    )
  if (!query.data) return <Skeleton className="h-6 w-64" />
  return (
    <label htmlFor={id} className="flex items-center gap-3 text-sm">
      <Switch
        id={id}
        checked={change.isPending ? change.variables : query.data.letterKeys}
        onCheckedChange={(letterKeys) => change.mutate(letterKeys)}
      />
      Single letters are shortcuts, such as j, c and n in the inbox
    </label>
  )
}
