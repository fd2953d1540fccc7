'use client'

import { UnplugIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { TypedConfirmation } from '#components/shared/actions/typed-confirmation'
import {
  AlertDialog,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from '#components/ui/overlay/alert-dialog'
import { Button } from '#components/ui/input/button'
import {
  deleteDirectoryContract,
  type DirectoryView,
} from '#lib/contracts/organization/directories'
import { call } from '#lib/http/client'
import { useDirectoryRefresh } from './use-directory-refresh.ts'

/** Disconnects a directory: says what stops, and asks for its name. */
export function DisconnectDirectory({ directory }: { directory: DirectoryView }) {
  const [open, setOpen] = useState(false)
  const again = useDirectoryRefresh()
  const onDone = () => {
    setOpen(false)
    toast.success(`${directory.name} is disconnected.`)
    again()
  }
  return (
    <AlertDialog open={open} onOpenChange={setOpen}>
      <AlertDialogTrigger asChild>
        <Button variant="ghost" size="sm">
          <UnplugIcon aria-hidden /> Disconnect
          <span className="sr-only"> {directory.name}</span>
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Disconnect {directory.name}?</AlertDialogTitle>
          <AlertDialogDescription>
            Its {directory.active} people stay members with the roles that they have, and nobody
            takes them out when they leave. Its {directory.groups} groups, and access that goes by
            them, end at once.
          </AlertDialogDescription>
        </AlertDialogHeader>
        <TypedConfirmation
          what="the directory"
          name={directory.name}
          action="Disconnect for good"
          onConfirm={(confirm) =>
            call(deleteDirectoryContract, { params: { id: directory.id }, query: { confirm } })
          }
          onDone={onDone}
        />
      </AlertDialogContent>
    </AlertDialog>
  )
}
