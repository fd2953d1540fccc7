'use client'

import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { toast } from '#components/shared/messages/toast'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Label } from '#components/ui/input/label'
import {
  changeDirectoryContract,
  type DirectoryView,
} from '#lib/contracts/organization/directories'
import type { DirectorySettings } from '#lib/domain/directory'
import { roleName } from '#lib/domain/role-name'
import { memberRoles, type MemberRole } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { useDirectoryRefresh } from './use-directory-refresh.ts'

/** What happens to people who join; each choice is saved at once. */
export function SettingsForm({ directory }: { directory: DirectoryView }) {
  const joiners = useId()
  const role = useId()
  const again = useDirectoryRefresh()
  const { settings } = directory
  const save = useMutation({
    mutationFn: (changed: Partial<DirectorySettings>) =>
      call(changeDirectoryContract, {
        params: { id: directory.id },
        body: { settings: { ...settings, ...changed } },
      }),
    onError: (error) => toast.error(error.message),
    onSettled: again,
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="space-y-1.5">
        <Label htmlFor={joiners}>People who join</Label>
        <NativeSelect
          id={joiners}
          value={settings.joiners}
          disabled={save.isPending}
          onChange={(event) =>
            save.mutate({ joiners: event.target.value as DirectorySettings['joiners'] })
          }
        >
          <option value="members">become members at once</option>
          <option value="matched">are left out, unless they are members already</option>
        </NativeSelect>
      </div>
      <div className="space-y-1.5">
        <Label htmlFor={role}>Their role, when no group gives one</Label>
        <NativeSelect
          id={role}
          value={settings.defaultRole}
          disabled={save.isPending}
          onChange={(event) => save.mutate({ defaultRole: event.target.value as MemberRole })}
        >
          {memberRoles.map((each) => (
            <option key={each} value={each}>
              {roleName(each)}
            </option>
          ))}
        </NativeSelect>
      </div>
    </div>
  )
}
