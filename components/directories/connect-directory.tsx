'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useId, useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { DescribedField } from '#components/shared/fields/described-field'
import { NativeSelect } from '#components/shared/fields/native-select'
import { TextField } from '#components/shared/fields/text-field'
import { allOf } from '#components/shared/loading/all-of'
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
import {
  createDirectoryContract,
  type DirectoryWithToken,
} from '#lib/contracts/organization/directories'
import { newDirectorySchema } from '#schemas/organization/directories'
import { call } from '#lib/http/client'
import { listConnectionsContract } from '#lib/contracts/integrations/connections'
import { keepOpen, ShowToken } from './show-token.tsx'
import { useDirectoryRefresh } from './use-directory-refresh.ts'
import { vendors } from './vendors.ts'

type Fields = z.input<typeof newDirectorySchema>
type Given = z.output<typeof newDirectorySchema>

type Choice = { id: string; title: string; kind: Fields['kind'] }
const choices: readonly Choice[] = [
  ...vendors.map(({ id, title }): Choice => ({ id, title, kind: 'scim' })),
  { id: 'workos', title: 'WorkOS Directory Sync', kind: 'workos' },
  { id: 'sandbox', title: 'Sandbox: invented people, to try it', kind: 'sandbox' },
]
const names: Record<string, string> = { workos: 'WorkOS', sandbox: 'Sandbox', other: '' }
const nameOf = ({ id, title }: Choice): string => names[id] ?? title

const hints: Record<Fields['kind'], string> = {
  scim:
    'You get an address and a token for your identity team. People join as workers; you choose ' +
    'the roles of groups afterwards.',
  workos: 'Rounds reads its people and groups through a connection. They join as workers.',
  sandbox: 'Invented people join, move and leave at the press of a button.',
}

function ConnectionField({ form }: { form: UseFormReturn<Fields, unknown, Given> }) {
  const id = useId()
  const query = useQuery(allOf(listConnectionsContract))
  const usable = (query.data ?? []).filter(({ provider }) => provider === 'workos')
  const help =
    query.data && usable.length === 0 ? (
      <>
        There is none yet.{' '}
        <Link className="underline" href="/connections">
          Add a connection to WorkOS
        </Link>{' '}
        first, with its key and directory id.
      </>
    ) : (
      'It has the key and the id of the directory.'
    )
  return (
    <DescribedField
      id={id}
      label="Connection to WorkOS"
      help={help}
      error={form.formState.errors.connection}
    >
      {(described) => (
        <NativeSelect id={id} {...described} {...form.register('connection')}>
          <option value="">Choose…</option>
          {usable.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </DescribedField>
  )
}

function ChoiceField({ form }: { form: UseFormReturn<Fields, unknown, Given> }) {
  const id = useId()
  const [chosen, setChosen] = useState(choices[0]?.id ?? '')
  const choose = (next: string) => {
    const before = choices.find((each) => each.id === chosen)
    const choice = choices.find((each) => each.id === next)
    if (!before || !choice) return
    setChosen(next)
    form.setValue('kind', choice.kind)
    form.setValue('connection', choice.kind === 'workos' ? '' : undefined)
    // A name that somebody typed stays.
    if (form.getValues('name') === nameOf(before)) form.setValue('name', nameOf(choice))
  }
  return (
    <DescribedField id={id} label="Your directory" help={undefined} error={undefined}>
      {(described) => (
        <NativeSelect
          id={id}
          {...described}
          value={chosen}
          onChange={(event) => choose(event.target.value)}
        >
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.title}
            </option>
          ))}
        </NativeSelect>
      )}
    </DescribedField>
  )
}

function ConnectForm({ onMade }: { onMade(made: DirectoryWithToken): void }) {
  const form = useForm<Fields, unknown, Given>({
    resolver: zodResolver(newDirectorySchema),
    defaultValues: {
      name: nameOf(choices[0] ?? { id: 'other', title: '', kind: 'scim' }),
      kind: 'scim',
    },
  })
  const create = useMutation({
    mutationFn: (body: Given) => call(createDirectoryContract, { body }),
    onSuccess: onMade,
    onError: (error) =>
      showRefusal(form.setError, error, { fields: ['name', 'connection'], otherwise: 'name' }),
  })
  const kind = useWatch({ control: form.control, name: 'kind' })
  const submit = form.handleSubmit((given) => create.mutate(given))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Connect a directory</DialogTitle>
        <DialogDescription>{hints[kind]}</DialogDescription>
      </DialogHeader>
      <ChoiceField form={form} />
      {kind === 'workos' ? <ConnectionField form={form} /> : null}
      <TextField
        label="Name"
        help="How it is called here, for example “Okta of the main campus”"
        autoComplete="off"
        error={form.formState.errors.name}
        {...form.register('name')}
      />
      <DialogFooter>
        <Button type="submit" disabled={create.isPending}>
          {create.isPending ? 'Connecting…' : 'Connect'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Connects a directory, and shows its address and token once. */
export function ConnectDirectory() {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<DirectoryWithToken>()
  const again = useDirectoryRefresh()
  const change = (next: boolean) => {
    setOpen(next)
    setMade(undefined)
  }
  const onMade = (directory: DirectoryWithToken) => {
    again()
    if (directory.token) setMade(directory)
    else change(false)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button>
          <PlusIcon aria-hidden /> Connect a directory
        </Button>
      </DialogTrigger>
      <DialogContent {...(made ? keepOpen : {})}>
        {made ? (
          <ShowToken made={made} onDone={() => change(false)} />
        ) : (
          <ConnectForm onMade={onMade} />
        )}
      </DialogContent>
    </Dialog>
  )
}
