'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { formatInstant } from '#components/shared/display/format'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
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
  listApiKeysContract,
  rotateApiKeyContract,
  type ApiKeyView,
  type CreatedApiKey,
} from '#lib/contracts/organization/api-keys'
import { call } from '#lib/http/client'
import { endOfOverlap, endOfTerm, overlaps, terms } from './expiry.ts'
import { keepOpen, KeySecret } from './key-secret.tsx'

type Fields = { overlap: string; term: string }

const newTerms = [{ id: 'keep', label: 'As before' }, ...terms]

function RotateForm({
  apiKey,
  onRotated,
}: {
  apiKey: ApiKeyView
  onRotated(rotated: CreatedApiKey): void
}) {
  const client = useQueryClient()
  const form = useForm<Fields>({ defaultValues: { overlap: '24', term: 'keep' } })
  const rotate = useMutation({
    mutationFn: ({ overlap, term }: Fields) =>
      call(rotateApiKeyContract, {
        params: { id: apiKey.id },
        body: {
          previousUntil: endOfOverlap(overlap),
          ...(term === 'keep' ? {} : { expiresAt: endOfTerm(term) }),
        },
      }),
    onSuccess: (rotated) => {
      onRotated(rotated)
      void refresh(client, listApiKeysContract)
    },
    onError: (error) => showRefusal(form.setError, error, { fields: [], otherwise: 'overlap' }),
  })
  const submit = form.handleSubmit((fields) => rotate.mutate(fields))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Rotate the key “{apiKey.name}”</DialogTitle>
        <DialogDescription>
          A new key with the same permissions takes its place. Give the system the new one while the
          old one still works.
          {apiKey.previousUntil ? ' The key before the last rotation ends now.' : ''}
        </DialogDescription>
      </DialogHeader>
      <LabelledSelect
        label="The old key goes on working for"
        options={overlaps}
        error={form.formState.errors.overlap}
        {...form.register('overlap')}
      />
      <LabelledSelect label="Expires" options={newTerms} {...form.register('term')} />
      <DialogFooter>
        <Button type="submit" disabled={rotate.isPending}>
          {rotate.isPending ? 'Rotating…' : 'Make the new key'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Replaces the secret of a key and shows the new one once. */
export function RotateKey({ apiKey, onDone }: { apiKey: ApiKeyView; onDone(): void }) {
  const [rotated, setRotated] = useState<CreatedApiKey>()
  const until = rotated?.previousUntil
  const also = until ? `The old key works until ${formatInstant(until)}.` : 'The old key has ended.'
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onDone())}>
      <DialogContent {...(rotated ? keepOpen : {})}>
        {rotated ? (
          <KeySecret secret={rotated.key} also={also} onDone={onDone} />
        ) : (
          <RotateForm apiKey={apiKey} onRotated={setRotated} />
        )}
      </DialogContent>
    </Dialog>
  )
}
