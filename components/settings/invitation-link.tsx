import { formatInstant } from '#components/shared/display/format'
import { DialogDescription, DialogHeader, DialogTitle } from '#components/ui/overlay/dialog'
import type { InvitationWithLink } from '#lib/contracts/organization/members'
import { CopyField } from './copy-field.tsx'

/** The content of a dialog that shows an invitation's link. */
export function InvitationLink({ invitation }: { invitation: InvitationWithLink }) {
  const { name, email, link, expiresAt, mail } = invitation
  const isMailed = mail.status !== 'not_sent'
  return (
    <>
      <DialogHeader>
        <DialogTitle>
          {isMailed ? `The invitation of ${name} is on its way` : `Hand this link to ${name}`}
        </DialogTitle>
        <DialogDescription>
          {isMailed
            ? `A mail with this link goes to ${email}. You can hand it over, too. `
            : `${mail.reason ?? ''} `}
          Anyone who has it can join as {email}, so give it only to them. It works once, until{' '}
          {formatInstant(expiresAt)}, and is not shown again; you can create a new one.
        </DialogDescription>
      </DialogHeader>
      <CopyField value={link} label="The link of the invitation" />
    </>
  )
}
