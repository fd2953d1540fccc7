'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOutIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Loaded } from '#components/shared/loading/loaded'
import { Loading } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { getMemberAccessContract } from '#lib/contracts/organization/members'
import {
  endMemberSessionContract,
  endMemberSessionsContract,
  listMemberSessionsContract,
} from '#lib/contracts/organization/sessions'
import { call } from '#lib/http/client'
import { SessionRow } from '../sessions.tsx'
import { SettingsSection } from '../settings-section.tsx'

type Member = { id: string; name: string }

/** What an owner ends; the list is read again, whether it worked or not. */
function useEnding({ id, name }: Member) {
  const client = useQueryClient()
  const settled = {
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => {
      void refresh(client, listMemberSessionsContract)
      void refresh(client, getMemberAccessContract)
    },
  }
  const one = useMutation({
    mutationFn: (sessionId: string) =>
      call(endMemberSessionContract, { params: { id, sessionId } }),
    ...settled,
  })
  const all = useMutation({
    mutationFn: () => call(endMemberSessionsContract, { params: { id } }),
    onSuccess: () => toast.success(`${name} is signed out everywhere.`),
    ...settled,
  })
  return { one, all }
}

function EndAll({ name, onEnd }: { name: string; onEnd(): void }) {
  return (
    <ConfirmButton
      icon={LogOutIcon}
      label="Sign out everywhere"
      title={`Sign ${name} out everywhere?`}
      confirm="Sign out everywhere"
      keep="Keep"
      description="Every browser they are signed in with is signed out at once. They can sign in again; to stop that, disable or remove them."
      onConfirm={onEnd}
    />
  )
}

/** Where a member is signed in, for owners, who can end each of these sessions or all of them. */
export function MemberSessions({ id, name }: Member) {
  const query = useQuery(queryOf(listMemberSessionsContract, { params: { id } }))
  const { one, all } = useEnding({ id, name })
  return (
    <SettingsSection
      title="Sessions"
      description="The browsers that work in this organization now."
      action={<EndAll name={name} onEnd={() => all.mutate()} />}
    >
      <Loaded
        query={query}
        what="The sessions"
        loading={
          <Loading label="Loading the sessions">
            <Skeleton className="h-24 w-full" />
          </Loading>
        }
      >
        {({ items }) =>
          items.length === 0 ? (
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
          )
        }
      </Loaded>
    </SettingsSection>
  )
}
