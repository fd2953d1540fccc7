'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { HistoryIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { Age } from '#components/shared/display/age'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf, refresh } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import {
  getTemplateContract,
  listTemplateVersionsContract,
  restoreTemplateVersionContract,
} from '#lib/contracts/data/templates'
import { call } from '#lib/http/client'

type Props = { template: string; version: number; canManage: boolean }

/** All versions; each may become the newest again. */
export function Versions({ template, version, canManage }: Props) {
  const client = useQueryClient()
  const query = useInfiniteQuery(pagesOf(listTemplateVersionsContract, { params: { template } }))
  const restore = useMutation({
    mutationFn: (number: number) =>
      call(restoreTemplateVersionContract, {
        params: { template, number },
        body: { basedOn: version },
      }),
    onSuccess: async (restored, number) => {
      await refresh(client, getTemplateContract, listTemplateVersionsContract)
      toast.success(`Version ${number} is back, as version ${restored.version}.`)
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <PagedList
      query={query}
      what="The versions"
      skeletons={{ rows: 3, height: 'h-10' }}
      empty={null}
    >
      {(items) => (
        <ul className="divide-y rounded-lg border text-sm" aria-label="Versions">
          {items.map(({ number, note, createdBy, createdAt }) => (
            <li key={number} className="flex flex-wrap items-center gap-2 px-3 py-2">
              <span className="font-medium">Version {number}</span>
              {number === version ? <Badge variant="secondary">newest</Badge> : null}
              <span className="min-w-0 flex-1 text-xs break-words text-muted-foreground">
                {createdBy ?? 'somebody'}, <Age at={createdAt} />
                {note ? ` · ${note}` : ''}
              </span>
              {canManage && number !== version ? (
                <Button
                  variant="outline"
                  size="sm"
                  disabled={restore.isPending}
                  onClick={() => restore.mutate(number)}
                >
                  <HistoryIcon aria-hidden /> Restore
                  <span className="sr-only"> version {number}</span>
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
