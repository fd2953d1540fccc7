'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { formatInstant } from '#components/shared/display/format'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
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
  changeApiKeyContract,
  listApiKeysContract,
  type ApiKeyView,
} from '#lib/contracts/organization/api-keys'
import { listMembersContract } from '#lib/contracts/organization/members'
import { call } from '#lib/http/client'
import { allOf } from '#components/shared/loading/all-of'
import { endOfTerm, terms } from './expiry.ts'

type Fields = { term: string; ownerId: string; ratePerMinute: string }

const bodyOf = ({ term, ownerId, ratePerMinute }: Fields, { owner }: ApiKeyView) => ({
  ...(term === 'keep' ? {} : { expiresAt: endOfTerm(term) }),
  ...(ownerId === '' || ownerId === owner?.id ? {} : { ownerId }),
  ratePerMinute: ratePerMinute.trim() === '' ? null : Number(ratePerMinute),
})

/** The members, the present owner first; a key of nobody has none yet. */
function useOwners({ owner }: ApiKeyView) {
  const members = useQuery(allOf(listMembersContract))
  const others = (members.data ?? []).filter(({ id }) => id !== owner?.id)
  return [
    owner ? { id: owner.id, label: owner.name } : { id: '', label: 'Nobody' },
    ...others.map(({ id, name }) => ({ id, label: name })),
  ]
}

/** The form of the dialog, and what it does. */
function useChange(apiKey: ApiKeyView, onDone: () => void) {
  const client = useQueryClient()
  const form = useForm<Fields>({
    defaultValues: {
      term: 'keep',
      ownerId: apiKey.owner?.id ?? '',
      ratePerMinute: String(apiKey.ratePerMinute ?? ''),
    },
  })
  const change = useMutation({
    mutationFn: (fields: Fields) =>
      call(changeApiKeyContract, { params: { id: apiKey.id }, body: bodyOf(fields, apiKey) }),
    onSuccess: () => {
      toast.success(`The key “${apiKey.name}” is changed.`)
      void refresh(client, listApiKeysContract)
      onDone()
    },
    onError: (error) =>
      showRefusal(form.setError, error, {
        fields: ['ownerId', 'ratePerMinute'],
        otherwise: 'term',
      }),
  })
  return { form, isSaving: change.isPending, save: (fields: Fields) => change.mutate(fields) }
}

function ChangeFields({ apiKey, form }: { apiKey: ApiKeyView; form: UseFormReturn<Fields> }) {
  const owners = useOwners(apiKey)
  const { errors } = form.formState
  const now = apiKey.expiresAt ? formatInstant(apiKey.expiresAt) : 'never'
  return (
    <>
      <LabelledSelect
        label="Expires"
        options={[{ id: 'keep', label: `As now: ${now}` }, ...terms]}
        error={errors.term}
        {...form.register('term')}
      />
      <LabelledSelect
        label="Owner"
        options={owners}
        error={errors.ownerId}
        {...form.register('ownerId')}
      />
      <TextField
        label="Requests a minute"
        help="Empty: the limit of this installation."
        inputMode="numeric"
        autoComplete="off"
        error={errors.ratePerMinute}
        {...form.register('ratePerMinute', {
          pattern: { value: /^\s*\d*\s*$/, message: 'A limit is a whole number.' },
        })}
      />
    </>
  )
}

/** Changes when a key ends, to whom it belongs, and how many requests it may make. */
export function ChangeKey({ apiKey, onDone }: { apiKey: ApiKeyView; onDone(): void }) {
  const { form, isSaving, save } = useChange(apiKey, onDone)
  const submit = form.handleSubmit(save)
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onDone())}>
      <DialogContent>
        <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
          <DialogHeader>
            <DialogTitle>Change the key “{apiKey.name}”</DialogTitle>
            <DialogDescription>
              It ends with its owner’s access, and never does more than its owner may.
            </DialogDescription>
          </DialogHeader>
          <ChangeFields apiKey={apiKey} form={form} />
          <DialogFooter>
            <Button type="submit" disabled={isSaving}>
              {isSaving ? 'Saving…' : 'Save'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
