'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LinkIcon, MailXIcon } from 'lucide-react'
import { toast } from 'sonner'
import { LoadFailure } from '#components/shared/load-failure'
import { ConfirmButton } from '#components/shared/confirm-button'
import { formatInstant } from '#components/shared/format'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog'
import { queryOf, refresh } from '#components/shared/queries'
import {
  listInvitationsContract,
  renewInvitationContract,
  revokeInvitationContract,
} from '#lib/contracts/members'
import { call } from '#lib/http/client'
import { InvitationLink } from './invitation-link.tsx'

/** The memberships that wait for their person; nothing when there are none. */
export function Invitations() {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(listInvitationsContract, { query: { limit: 200 } }),
  })
  const settled = {
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => void refresh(client, listInvitationsContract),
  }
  const renew = useMutation({
    mutationFn: (id: string) => call(renewInvitationContract, { params: { id } }),
    ...settled,
  })
  const revoke = useMutation({
    mutationFn: (id: string) => call(revokeInvitationContract, { params: { id } }),
    ...settled,
  })
  if (query.isError) {
    const again = () => void query.refetch()
    return <LoadFailure what="The invitations" error={query.error} onRetry={again} />
  }
  if (!query.data || query.data.items.length === 0) return null
  return (
    <section className="space-y-3 pt-2" aria-labelledby="invitations-title">
      <h3 id="invitations-title" className="text-sm font-semibold">
        Invited, not joined yet
      </h3>
      <ul className="divide-y rounded-lg border bg-card" aria-labelledby="invitations-title">
        {query.data.items.map((invitation) => (
          <li
            key={invitation.id}
            className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 text-sm"
          >
            <div className="min-w-0 flex-1 basis-64 space-y-0.5">
              <p className="break-words">
                <span className="font-medium">{invitation.name}</span> · {invitation.role}
              </p>
              <p className="break-words">{invitation.email}</p>
              <p className="text-muted-foreground">
                Invited by {invitation.invitedBy} on {formatInstant(invitation.createdAt)}
              </p>
              {new Date(invitation.expiresAt) < new Date() ? (
                <Badge variant="outline">The link has expired</Badge>
              ) : (
                <p className="text-muted-foreground">
                  The link works until {formatInstant(invitation.expiresAt)}
                </p>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="outline"
                size="sm"
                disabled={renew.isPending}
                onClick={() => renew.mutate(invitation.id)}
              >
                <LinkIcon aria-hidden /> New link
                <span className="sr-only"> for {invitation.name}</span>
              </Button>
              <ConfirmButton
                icon={MailXIcon}
                label="Revoke"
                about={`the invitation of ${invitation.name}`}
                confirm="Revoke"
                keep="Keep"
                title={`Revoke the invitation of ${invitation.name}?`}
                description="The link stops at once. You can invite the person again."
                onConfirm={() => revoke.mutate(invitation.id)}
              />
            </div>
          </li>
        ))}
      </ul>
      <Dialog open={renew.data !== undefined} onOpenChange={() => renew.reset()}>
        <DialogContent>
          {renew.data ? <InvitationLink invitation={renew.data} /> : null}
          <DialogFooter>
            <Button onClick={() => renew.reset()}>Done</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </section>
  )
}
