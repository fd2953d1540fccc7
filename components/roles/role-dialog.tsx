'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
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
  changeRoleContract,
  createRoleContract,
  listRolesContract,
  type RoleView,
} from '#lib/contracts/organization/access'
import { offeredPermissions } from '#lib/domain/permission-words'
import { slugOf } from '#lib/domain/slug'
import { ApiFailure, call } from '#lib/http/client'
import { changedMeanwhile } from './changed-meanwhile.ts'
import { PermissionChecks } from './permission-checks.tsx'

type Fields = { name: string; description: string; permissions: string[]; start: string }

const fieldsOf = (role: RoleView | undefined): Fields => ({
  name: role?.name ?? '',
  description: role?.description ?? '',
  permissions: role?.permissions ?? [],
  start: '',
})

async function save(role: RoleView | undefined, fields: Fields): Promise<RoleView> {
  const { name, description } = fields
  // What everybody may do about themselves is in no list.
  const permissions = offeredPermissions.filter((each) => fields.permissions.includes(each))
  const body = { name, description, permissions }
  if (role) {
    const { slug, revision } = role
    return await call(changeRoleContract, { params: { slug }, body: { ...body, revision } })
  }
  return await call(createRoleContract, { body: { ...body, slug: slugOf(name, 'role') } })
}

/** The choice of a role to begin with; ticks what it may do. */
function StartFrom({ form, roles }: { form: UseFormReturn<Fields>; roles: RoleView[] }) {
  const options = [
    { id: '', label: 'Nothing' },
    ...roles.map(({ slug, name }) => ({ id: slug, label: name })),
  ]
  const { onChange, ...field } = form.register('start')
  return (
    <LabelledSelect
      label="Begin with what this role may do"
      options={options}
      {...field}
      onChange={(event) => {
        void onChange(event)
        const chosen = roles.find(({ slug }) => slug === (event.target as HTMLSelectElement).value)
        form.setValue('permissions', chosen?.permissions ?? [])
      }}
    />
  )
}

type Meanwhile = { by: string; changes: string[] }

/** Says what somebody else made of the role. What was typed stays, and may be saved over it. */
function MeanwhileAlert({ by, changes }: Meanwhile) {
  const shown = useRef<HTMLDivElement>(null)
  // The form is longer than a screen, and its end moves down when this appears.
  useEffect(() => shown.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <Alert variant="warning" ref={shown}>
      <AlertTitle>{by} changed this role meanwhile</AlertTitle>
      <AlertDescription>
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        <p>What you entered is still here. Save it over their change, or cancel to keep theirs.</p>
      </AlertDescription>
    </Alert>
  )
}

type FormProps = { role: RoleView | undefined; roles: RoleView[]; onDone(): void }

/** Saves the form. A change of somebody else in between is shown first, and the next one replaces it. */
function useSave(form: UseFormReturn<Fields>, { role, onDone }: FormProps) {
  const client = useQueryClient()
  const [base, setBase] = useState(role)
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const refuse = (error: Error) =>
    showRefusal(form.setError, error, { fields: ['name', 'description'], otherwise: 'root' })
  const readAgain = async (before: RoleView, error: Error) => {
    const { items } = await call(listRolesContract, {})
    const now = items.find(({ slug }) => slug === before.slug)
    if (!now) return refuse(error)
    setBase(now)
    setMeanwhile({ by: now.changedBy ?? 'Somebody', changes: changedMeanwhile(before, now) })
  }
  const change = useMutation({
    mutationFn: (fields: Fields) => save(base, fields),
    onSuccess: ({ name }) => {
      toast.success(role ? `The role ${name} is changed.` : `The role ${name} is there.`)
      void refresh(client, listRolesContract)
      onDone()
    },
    onError: (error) => {
      const isStale = error instanceof ApiFailure && error.code === 'version_conflict'
      if (base && isStale) void readAgain(base, error).catch(refuse)
      else refuse(error)
    },
  })
  return { change, meanwhile }
}

function RoleForm(props: FormProps) {
  const { role, roles, onDone } = props
  const form = useForm<Fields>({ defaultValues: fieldsOf(role) })
  const { change, meanwhile } = useSave(form, props)
  const permissions = useWatch({ control: form.control, name: 'permissions' })
  const { errors } = form.formState
  const submit = form.handleSubmit((fields) => change.mutate(fields))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>{role ? `Change the role ${role.name}` : 'New role'}</DialogTitle>
        <DialogDescription>
          {role
            ? 'A change applies to everybody who has it from their next click on.'
            : 'A role says what somebody may do at all. Access rules say with which workflows.'}
        </DialogDescription>
      </DialogHeader>
      <TextField label="Name" autoComplete="off" error={errors.name} {...form.register('name')} />
      <TextField
        label="What it is for"
        help="Stands beside the name where a role is chosen."
        autoComplete="off"
        maxLength={300}
        error={errors.description}
        {...form.register('description')}
      />
      {role ? null : <StartFrom form={form} roles={roles} />}
      <PermissionChecks
        chosen={permissions}
        onChange={(chosen) => form.setValue('permissions', chosen)}
      />
      {meanwhile ? <MeanwhileAlert {...meanwhile} /> : null}
      {errors.root ? (
        <p role="alert" className="text-sm text-destructive">
          {errors.root.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={change.isPending}>
          {role ? 'Save' : 'Create role'}
        </Button>
      </DialogFooter>
    </form>
  )
}

type Props = {
  /** A role to change, `new`, or nothing while the dialog is closed. */
  role: RoleView | 'new' | undefined
  roles: RoleView[]
  onClose(): void
}

/** Creates a role or changes one. */
export function RoleDialog({ role, roles, onClose }: Props) {
  return (
    <Dialog open={role !== undefined} onOpenChange={onClose}>
      <DialogContent className="sm:max-w-2xl">
        {role ? (
          <RoleForm role={role === 'new' ? undefined : role} roles={roles} onDone={onClose} />
        ) : null}
      </DialogContent>
    </Dialog>
  )
}
