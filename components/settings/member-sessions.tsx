'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOutIcon, MonitorIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Loaded } from '#components/shared/loading/loaded'
import { Loading } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  endMemberSessionContract,
  endMemberSessionsContract,
  listMemberSessionsContract,
} from '#lib/contracts/organization/sessions'
import { call } from '#lib/http/client'
import { SessionRow } from './sessions.tsx'

type Member = { id: string; name: string }

/** What an owner ends; the list is read again, whether it worked or not. */
function useEnding({ id, name }: Member) {
  const client = useQueryClient()
  const settled = {
    onError: (error: Error) => void toast.error(error.message),
    onSettled: () => void refresh(client, listMemberSessionsContract),
  }
  const one = useMutation({
    mutationFn: (sessionId: string) =>
      call(endMemberSessionContract, { params: { id, sessionId } }),
    ...settled,
  })
  const all = useMutation({
    mutationFn: () => call(endMemberSessionsContract, { params: { id } }),
    onSuccess: () => void toast.success(`${name} is signed out everywhere.`),
    ...settled,
  })
  return { one, all }
}

/** Where a member is signed in, for owners, who can end each of these sessions or all of them. */
function MemberSessions({ id, name }: Member) {
  const query = useQuery(queryOf(listMemberSessionsContract, { params: { id } }))
  const { one, all } = useEnding({ id, name })
  return (
    <Loaded
      query={query}
      what="The sessions"
      loading={
        <Loading label="Loading the sessions">
          <Skeleton className="h-24 w-full" />
        </Loading>
      }
    >
      {({ items }) => (
        <div className="space-y-3">
          {items.length === 0 ? (
            <p className="text-sm text-muted-foreground">{name} is not signed in here.</p>
          ) : (
            <ul className="divide-y rounded-lg border bg-card" aria-label={`Sessions of ${name}`}>
              {items.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onEnd={() => one.mutate(session.id)}
                />
              ))}
            </ul>
          )}
          <ConfirmButton
            icon={LogOutIcon}
            label="Sign out everywhere"
            title={`Sign ${name} out everywhere?`}
            confirm="Sign out everywhere"
            keep="Keep"
            description="Every browser they are signed in with is signed out at once. They can sign in again; to stop that, disable or remove them."
            onConfirm={() => all.mutate()}
          />
        </div>
      )}
    </Loaded>
  )
}

/** The button of a member that opens their sessions. */
export function MemberSessionsButton({ id, name }: Member) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Sessions of ${name}`}
        onClick={() => setOpen(true)}
      >
        <MonitorIcon aria-hidden /> Sessions
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Sessions of {name}</DialogTitle>
            <DialogDescription>The browsers that work in this organization now.</DialogDescription>
          </DialogHeader>
          <MemberSessions id={id} name={name} />
        </DialogContent>
      </Dialog>
    </>
  )
}
