'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOutIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Age } from '#components/shared/display/age'
import { formatInstant } from '#components/shared/display/format'
import { Loaded } from '#components/shared/loading/loaded'
import { Loading } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { discardAll } from '#components/storage/browser-storage'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  endAllSessionsContract,
  endSessionContract,
  listSessionsContract,
  type SessionView,
} from '#lib/contracts/organization/sessions'
import { call } from '#lib/http/client'
import { browserName } from './browser-name.ts'

/** One browser, where it is signed in, and the way to end it. */
export function SessionRow({ session, onEnd }: { session: SessionView; onEnd(): void }) {
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block truncate" title={session.userAgent ?? undefined}>
          {browserName(session.userAgent)}
        </span>
        <span className="block text-muted-foreground">
          Signed in {formatInstant(session.createdAt)}, last seen <Age at={session.lastSeenAt} />
        </span>
      </span>
      {session.locked ? <Badge variant="outline">Locked</Badge> : null}
      {session.current ? (
        <Badge variant="secondary">This browser</Badge>
      ) : (
        <Button variant="outline" size="sm" onClick={onEnd}>
          Sign out<span className="sr-only"> {browserName(session.userAgent)}</span>
        </Button>
      )}
    </li>
  )
}

function EndAll() {
  const endAll = useMutation({
    mutationFn: () => call(endAllSessionsContract),
    onSuccess: () => {
      discardAll()
      window.location.assign('/sign-in')
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <ConfirmButton
      icon={LogOutIcon}
      label="Sign out everywhere"
      title="Sign out everywhere?"
      confirm="Sign out everywhere"
      keep="Stay signed in"
      description="Every browser you are signed in with is signed out at once, this one included."
      onConfirm={() => endAll.mutate()}
    />
  )
}

/** One's own sessions, each with the way to end it. */
export function Sessions() {
  const client = useQueryClient()
  const query = useQuery(queryOf(listSessionsContract))
  const end = useMutation({
    mutationFn: (id: string) => call(endSessionContract, { params: { id } }),
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, listSessionsContract),
  })
  return (
    <Loaded
      query={query}
      what="Your sessions"
      loading={
        <Loading label="Loading your sessions">
          <Skeleton className="h-24 w-full" />
        </Loading>
      }
    >
      {({ items }) => (
        <div className="space-y-3">
          <ul className="divide-y rounded-lg border bg-card" aria-label="Your sessions">
            {items.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
            ))}
          </ul>
          <EndAll />
        </div>
      )}
    </Loaded>
  )
}
