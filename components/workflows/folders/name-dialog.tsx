'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  changeFolderContract,
  createFolderContract,
  listFoldersContract,
  type FolderView,
} from '#lib/contracts/workflows/folders'
import { folderNameSchema } from '#schemas/workflows/folders'
import { call } from '#lib/http/client'

const fieldsSchema = z.object({ name: folderNameSchema })
type Fields = z.infer<typeof fieldsSchema>

/** A folder to rename, or the place of a new one. */
export type Naming = { folder: FolderView } | { parentId: string | null }

async function save(naming: Naming, { name }: Fields): Promise<FolderView> {
  if ('parentId' in naming)
    return await call(createFolderContract, { body: { name, parentId: naming.parentId } })
  const { id } = naming.folder
  return await call(changeFolderContract, { params: { id }, body: { name } })
}

function NameForm({ naming, onDone }: { naming: Naming; onDone(): void }) {
  const client = useQueryClient()
  const isNew = 'parentId' in naming
  const form = useForm<Fields>({
    resolver: zodResolver(fieldsSchema),
    defaultValues: { name: isNew ? '' : naming.folder.name },
  })
  const change = useMutation({
    mutationFn: (fields: Fields) => save(naming, fields),
    onSuccess: async () => {
      await refresh(client, listFoldersContract)
      onDone()
    },
    onError: (error) => showRefusal(form.setError, error, { fields: ['name'], otherwise: 'name' }),
  })
  const submit = form.handleSubmit((fields) => change.mutate(fields))
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>{isNew ? 'New folder' : `Rename ${naming.folder.name}`}</DialogTitle>
        <DialogDescription>
          {isNew
            ? 'Workflows of one team or one topic. Access rules of a folder hold for what is in it.'
            : 'Only the name changes: what is in it and who may do what stay.'}
        </DialogDescription>
      </DialogHeader>
      <TextField
        label="Name"
        autoComplete="off"
        error={form.formState.errors.name}
        {...form.register('name')}
      />
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={change.isPending}>
          {isNew ? 'Create folder' : 'Rename'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Names a new folder, or one that there is. */
export function NameDialog({ naming, onClose }: { naming: Naming | undefined; onClose(): void }) {
  return (
    <Dialog open={naming !== undefined} onOpenChange={onClose}>
      <DialogContent>{naming ? <NameForm naming={naming} onDone={onClose} /> : null}</DialogContent>
    </Dialog>
  )
}
