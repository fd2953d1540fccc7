'use client'

import { useMutation } from '@tanstack/react-query'
import { UnplugIcon } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
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

type Props = { directory: DirectoryView; onDone(): void }

function TypedConfirmation({ directory, onDone }: Props) {
  const form = useForm({ defaultValues: { name: '' } })
  const typed = useWatch({ control: form.control, name: 'name' })
  const remove = useMutation({
    mutationFn: (confirm: string) =>
      call(deleteDirectoryContract, { params: { id: directory.id }, query: { confirm } }),
    onSuccess: onDone,
    onError: (error) => showRefusal(form.setError, error, { fields: [], otherwise: 'name' }),
  })
  const submit = form.handleSubmit(({ name }) => remove.mutate(name))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Type the name of the directory to confirm"
        autoComplete="off"
        error={form.formState.errors.name}
        {...form.register('name')}
      />
      <AlertDialogFooter>
        <AlertDialogCancel type="button">Keep it</AlertDialogCancel>
        <Button
          type="submit"
          variant="destructive"
          disabled={typed !== directory.name || remove.isPending}
        >
          Disconnect for good
        </Button>
      </AlertDialogFooter>
    </form>
  )
}

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
        <TypedConfirmation directory={directory} onDone={onDone} />
      </AlertDialogContent>
    </AlertDialog>
  )
}
