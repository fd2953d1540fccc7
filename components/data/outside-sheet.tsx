'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { useId } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import type { z } from 'zod'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { Label } from '#components/ui/input/label'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { Textarea } from '#components/ui/input/textarea'
import { queryOf, refresh } from '#components/shared/loading/queries'
import {
  forgetOutsideDatabaseContract,
  getSqlSchemaContract,
  getSqlSettingsContract,
  nameOutsideDatabaseContract,
  type SqlSettings,
} from '#lib/contracts/data/sql'
import { nameOutsideDatabaseSchema } from '#schemas/data/sql'
import { ApiFailure, call } from '#lib/http/client'

type Fields = z.input<typeof nameOutsideDatabaseSchema>
type Named = z.output<typeof nameOutsideDatabaseSchema>
type Props = { open: boolean; outside: SqlSettings['outside']; onClose(): void }

type Form = UseFormReturn<Fields, unknown, Named>

/** Configures an outside Postgres of the organization, or removes its settings. */
export function OutsideSheet({ open, outside, onClose }: Props) {
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <SheetContent className="sm:max-w-lg">
        <SheetHeader>
          <SheetTitle>A Postgres of your own</SheetTitle>
          <SheetDescription>
            SQL v1 runs there instead of in the database that Rounds keeps for you. Over TLS only;
            give it a role that may do no more than it should.
          </SheetDescription>
        </SheetHeader>
        <OutsideForm outside={outside} onClose={onClose} />
      </SheetContent>
    </Sheet>
  )
}

function OutsideForm({ outside, onClose }: Omit<Props, 'open'>) {
  const saved = useSaved(onClose)
  const form: Form = useForm<Fields, unknown, Named>({
    resolver: zodResolver(nameOutsideDatabaseSchema),
    defaultValues: {
      host: outside?.host ?? '',
      port: outside?.port ?? 5432,
      database: outside?.database ?? '',
      user: outside?.user ?? '',
      password: '',
      ca: null,
    },
  })
  const name = useMutation({
    mutationFn: (named: Named) => call(nameOutsideDatabaseContract, { body: named }),
    onSuccess: (settings) => saved(settings, 'SQL v1 runs in your own Postgres from now on.'),
    onError: (error) => {
      const issue = error instanceof ApiFailure ? error.issues[0] : undefined
      form.setError('host', { message: issue?.message ?? error.message }, { shouldFocus: true })
    },
  })
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => void form.handleSubmit((named) => name.mutate(named))(event)}
    >
      <ServerFields form={form} />
      <AccountFields form={form} />
      <CertificateField form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        {outside ? <ForgetButton onClose={onClose} /> : null}
        <Button type="button" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={name.isPending}>
          {name.isPending ? 'Trying it…' : 'Try and keep it'}
        </Button>
      </div>
    </form>
  )
}

/** Shows changed settings: puts them into the cache, confirms them, closes the sheet. */
function useSaved(onClose: () => void) {
  const client = useQueryClient()
  return async (settings: SqlSettings, sentence: string) => {
    client.setQueryData(queryOf(getSqlSettingsContract).queryKey, settings)
    await refresh(client, getSqlSchemaContract)
    toast.success(sentence)
    onClose()
  }
}

function ServerFields({ form }: { form: Form }) {
  const { errors } = form.formState
  return (
    <>
      <TextField
        label="Server"
        autoComplete="off"
        spellCheck={false}
        placeholder="db.example.com"
        error={errors.host}
        {...form.register('host')}
      />
      <TextField
        label="Port"
        inputMode="numeric"
        error={errors.port}
        {...form.register('port', { valueAsNumber: true })}
      />
      <TextField
        label="Database"
        autoComplete="off"
        spellCheck={false}
        error={errors.database}
        {...form.register('database')}
      />
    </>
  )
}

function AccountFields({ form }: { form: Form }) {
  const { errors } = form.formState
  return (
    <>
      <TextField
        label="User"
        autoComplete="off"
        spellCheck={false}
        error={errors.user}
        {...form.register('user')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        help="Encrypted, and never shown again."
        error={errors.password}
        {...form.register('password')}
      />
    </>
  )
}

function CertificateField({ form }: { form: Form }) {
  const id = useId()
  const error = form.formState.errors.ca
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>Certificate authority (optional)</Label>
      <Textarea
        id={id}
        rows={4}
        spellCheck={false}
        className="font-mono text-xs"
        placeholder="-----BEGIN CERTIFICATE-----"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-help`}
        {...form.register('ca', {
          setValueAs: (value: string | null) => (value?.trim() ? value : null),
        })}
      />
      <p
        id={`${id}-help`}
        className={`text-xs ${error ? 'text-destructive' : 'text-muted-foreground'}`}
      >
        {error?.message ?? 'Where the server’s certificate does not come from a public authority.'}
      </p>
    </div>
  )
}

const forgetHelp =
  'SQL v1 runs in the database here again. The Postgres itself is left as it is; ' +
  'its password is deleted here.'

function ForgetButton({ onClose }: { onClose(): void }) {
  const saved = useSaved(onClose)
  const forget = useMutation({
    mutationFn: () => call(forgetOutsideDatabaseContract),
    onSuccess: (settings) => saved(settings, 'SQL runs in the database here again.'),
    onError: (error) => toast.error(error.message),
  })
  return (
    <ConfirmButton
      icon={Trash2Icon}
      label="Forget it"
      title="Forget this Postgres?"
      description={forgetHelp}
      confirm="Forget it"
      keep="Keep it"
      onConfirm={() => forget.mutate()}
    />
  )
}
