'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/overlay/dialog'
import { InvitationLink } from '#components/settings/invitation-link'
import type { InvitationWithLink } from '#lib/contracts/organization/members'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  /** The button that opens it. */
  trigger: ReactNode
  title: string
  description: string
  submit: { label: string; busy: boolean; onSubmit(): void }
  /** The link of the invitation that was made; it takes the place of the form. */
  invitation?: InvitationWithLink | undefined
  children: ReactNode
}

/** A form in a dialog; when it made an invitation, it shows the link. */
export function OrganizationDialog(props: Props) {
  const { open, onOpenChange, trigger, title, description, submit, invitation, children } = props
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent>
        {invitation ? (
          <>
            <InvitationLink invitation={invitation} />
            <DialogFooter>
              <Button onClick={() => onOpenChange(false)}>Done</Button>
            </DialogFooter>
          </>
        ) : (
          <form
            className="space-y-4"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              submit.onSubmit()
            }}
          >
            <DialogHeader>
              <DialogTitle>{title}</DialogTitle>
              <DialogDescription>{description}</DialogDescription>
            </DialogHeader>
            {children}
            <DialogFooter>
              <Button type="submit" disabled={submit.busy}>
                {submit.label}
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </Dialog>
  )
}
