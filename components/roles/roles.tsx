'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { SettingsSection } from '#components/settings/settings-section'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import {
  deleteRoleContract,
  listRolesContract,
  type RoleView,
} from '#lib/contracts/organization/access'
import { upperFirst } from '#lib/domain/sentences'
import { isBuiltInRole } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { RoleDialog } from './role-dialog.tsx'
import { RolePermissions } from './role-permissions.tsx'
import { builtInMeanings } from './use-role-choices.ts'

function meaningOf({ slug, description }: RoleView): string {
  if (!isBuiltInRole(slug)) return description
  return upperFirst(builtInMeanings[slug])
}

type RowProps = {
  role: RoleView
  canManage: boolean
  onChange(): void
  onDelete(): void
}

function RoleRow({ role, canManage, onChange, onDelete }: RowProps) {
  const { name, builtIn, members, permissions } = role
  const meaning = meaningOf(role)
  return (
    <TableRow>
      <TableCell className="align-top font-medium sm:min-w-36">
        {name}
        {builtIn ? (
          <Badge variant="outline" className="ml-2 whitespace-nowrap">
            built in
          </Badge>
        ) : null}
      </TableCell>
      <TableCell label="May" className="align-top">
        {meaning ? <p>{meaning}</p> : null}
        <RolePermissions name={name} permissions={permissions} />
      </TableCell>
      <TableCell label="Members" className="align-top tabular-nums">
        {members}
      </TableCell>
      <TableCell className="text-right align-top whitespace-nowrap sm:pt-1.5">
        {builtIn || !canManage ? null : (
          <>
            <Button variant="ghost" size="sm" onClick={onChange}>
              Change<span className="sr-only"> the role {name}</span>
            </Button>
            <Button variant="ghost" size="sm" onClick={onDelete}>
              Delete<span className="sr-only"> the role {name}</span>
            </Button>
          </>
        )}
      </TableCell>
    </TableRow>
  )
}

function DeleteRole({ role, onClose }: { role: RoleView | undefined; onClose(): void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ slug }: RoleView) => call(deleteRoleContract, { params: { slug } }),
    onSuccess: (_nothing, { name }) => {
      toast.success(`The role ${name} is deleted.`)
      void refresh(client, listRolesContract)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={role !== undefined}
      onOpenChange={() => {
        remove.reset()
        onClose()
      }}
      title={`Delete the role ${role?.name ?? ''}?`}
      description="A role that somebody has cannot be deleted: give them another one first."
      action="Delete"
      busy={remove.isPending}
      failure={remove.error?.message}
      onConfirm={() => role && remove.mutate(role)}
    />
  )
}

type TableProps = { roles: RoleView[]; canManage: boolean; onChange(role: RoleView): void }

function RoleTable({ roles, canManage, onChange }: TableProps) {
  const [toDelete, setToDelete] = useState<RoleView>()
  return (
    <>
      <Table label="List of roles" stacked>
        <TableHeader>
          <TableRow>
            <TableHead>Role</TableHead>
            <TableHead>What it may do</TableHead>
            <TableHead>Members</TableHead>
            <TableHead className="relative">
              <span className="sr-only">Acts</span>
            </TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {roles.map((role) => (
            <RoleRow
              key={role.slug}
              role={role}
              canManage={canManage}
              onChange={() => onChange(role)}
              onDelete={() => setToDelete(role)}
            />
          ))}
        </TableBody>
      </Table>
      <DeleteRole role={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}

/** The built-in roles and the organization's own, with what each may do. */
export function Roles({ canManage }: { canManage: boolean }) {
  const query = useQuery(queryOf(listRolesContract))
  const [open, setOpen] = useState<RoleView | 'new'>()
  return (
    <SettingsSection
      title="Roles"
      description="A role says what somebody may do at all. Access rules say with which workflows."
      action={
        canManage ? (
          <Button onClick={() => setOpen('new')}>
            <PlusIcon aria-hidden /> New role
          </Button>
        ) : null
      }
    >
      <Loaded
        query={query}
        what="The roles"
        loading={<LoadingRows label="Loading the roles" rows={5} rowClass="h-14 w-full" />}
      >
        {({ items }) => (
          <>
            <RoleTable roles={items} canManage={canManage} onChange={setOpen} />
            <RoleDialog role={open} roles={items} onClose={() => setOpen(undefined)} />
          </>
        )}
      </Loaded>
    </SettingsSection>
  )
}
