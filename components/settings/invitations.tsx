'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LinkIcon, MailXIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatDay } from '#components/shared/display/format'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { refresh } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { Dialog, DialogContent, DialogFooter } from '#components/ui/overlay/dialog'
import {
  listInvitationsContract,
  renewInvitationContract,
  revokeInvitationContract,
  type InvitationView,
  type InvitationWithLink,
} from '#lib/contracts/organization/members'
import { call } from '#lib/http/client'
import { allOf } from '#components/shared/loading/all-of'
import { InvitationLink } from './invitation-link.tsx'

function useInvitationChanges() {
  const client = useQueryClient()
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
  return { renew, revoke }
}

const deadLinks = {
  expired: 'The link has expired',
  inviter_left: 'The link is dead: the inviter may not invite any more',
}

function Validity({ status, expiresAt }: Pick<InvitationView, 'status' | 'expiresAt'>) {
  if (status !== 'pending') return <Badge variant="outline">{deadLinks[status]}</Badge>
  return <p className="text-muted-foreground">The link works until {formatDay(expiresAt)}</p>
}

const mailTexts: Record<InvitationView['mail']['status'], string> = {
  not_sent: 'No mail was sent',
  queued: 'The mail is on its way',
  sent: 'The mail was sent',
  failed: 'The mail did not arrive',
}

/** What became of the mail, when somebody has to know. */
function MailState({ mail: { status, reason } }: Pick<InvitationView, 'mail'>) {
  const isLate = status === 'queued' && reason !== null
  return (
    <p className={status === 'failed' ? 'text-destructive' : 'text-muted-foreground'}>
      {isLate ? 'The mail is not sent yet, and is tried again' : mailTexts[status]}
      {reason ? `: ${reason}` : ''}
    </p>
  )
}

type RowProps = {
  invitation: InvitationView
  isRenewing: boolean
  onRenew(): void
  onRevoke(): void
}

function InvitationRow({ invitation, isRenewing, onRenew, onRevoke }: RowProps) {
  const { name, roleName, email, invitedBy, createdAt } = invitation
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64 space-y-0.5">
        <p className="break-words">
          <span className="font-medium">{name}</span> · {roleName}
        </p>
        <p className="break-words">{email}</p>
        <p className="text-muted-foreground">
          Invited by {invitedBy} on {formatDay(createdAt)}
        </p>
        <Validity {...invitation} />
        <MailState {...invitation} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={isRenewing} onClick={onRenew}>
          <LinkIcon aria-hidden /> New link
          <span className="sr-only"> for {name}</span>
        </Button>
        <ConfirmButton
          icon={MailXIcon}
          label="Revoke"
          about={`the invitation of ${name}`}
          confirm="Revoke"
          keep="Keep"
          title={`Revoke the invitation of ${name}?`}
          description="The link stops at once. You can invite the person again."
          onConfirm={onRevoke}
        />
      </div>
    </li>
  )
}

type LinkProps = { invitation: InvitationWithLink | undefined; onClose(): void }

/** The new link of an invitation, while it is shown. */
function NewLink({ invitation, onClose }: LinkProps) {
  return (
    <Dialog open={invitation !== undefined} onOpenChange={onClose}>
      <DialogContent>
        {invitation ? <InvitationLink invitation={invitation} /> : null}
        <DialogFooter>
          <Button onClick={onClose}>Done</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

/** The memberships that wait for their person; nothing when there are none. */
export function Invitations() {
  const query = useQuery(allOf(listInvitationsContract))
  const { renew, revoke } = useInvitationChanges()
  if (query.isError) {
    const again = () => void query.refetch()
    return <LoadFailure what="The invitations" error={query.error} onRetry={again} />
  }
  if (!query.data || query.data.length === 0) return null
  return (
    <section className="space-y-3 pt-2" aria-labelledby="invitations-title">
      <h3 id="invitations-title" className="text-sm font-semibold">
        Invited, not joined yet
      </h3>
      <ul className="divide-y rounded-lg border bg-card" aria-labelledby="invitations-title">
        {query.data.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            isRenewing={renew.isPending}
            onRenew={() => renew.mutate(invitation.id)}
            onRevoke={() => revoke.mutate(invitation.id)}
          />
        ))}
      </ul>
      <NewLink invitation={renew.data} onClose={() => renew.reset()} />
    </section>
  )
}
