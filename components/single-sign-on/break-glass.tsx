'use client'

import { useQuery } from '@tanstack/react-query'
import { SettingsSection } from '#components/settings/settings-section'
import { formatInstant } from '#components/shared/display/format'
import { Checkbox } from '#components/ui/input/checkbox'
import { Label } from '#components/ui/input/label'
import { listMembersContract } from '#lib/contracts/organization/members'
import {
  setBreakGlassOwnersContract,
  type SingleSignOnView,
} from '#lib/contracts/organization/single-sign-on'
import { call } from '#lib/http/client'
import { allOf } from '#components/shared/loading/all-of'
import { useChange } from './use-single-sign-on.ts'

/** Owners who may sign in by password when the provider does not work. */
export function BreakGlass({ breakGlassOwners }: SingleSignOnView) {
  const members = useQuery(allOf(listMembersContract))
  const chosen = breakGlassOwners.map(({ userId }) => userId)
  const change = useChange(
    async (userIds: string[]) => await call(setBreakGlassOwnersContract, { body: { userIds } }),
    'Saved.',
  )
  const owners = (members.data ?? []).filter(({ role }) => role === 'owner')
  const usedAt = (userId: string) =>
    breakGlassOwners.find((owner) => owner.userId === userId)?.usedAt
  return (
    <SettingsSection
      title="Break-glass owners"
      description="They may sign in with password and second factor where single sign-on is demanded, for the day on which the provider does not work. Each use is mailed to all owners."
    >
      <ul className="space-y-3" aria-label="Owners">
        {owners.map(({ id, name, email }) => {
          const used = usedAt(id)
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Checkbox
                id={`break-glass-${id}`}
                checked={chosen.includes(id)}
                disabled={change.isPending}
                onCheckedChange={(on) =>
                  change.mutate(on ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />
              <Label htmlFor={`break-glass-${id}`}>{name}</Label>
              <span className="text-sm text-muted-foreground">{email}</span>
              {used ? (
                <span className="text-sm text-muted-foreground">used {formatInstant(used)}</span>
              ) : null}
            </li>
          )
        })}
      </ul>
    </SettingsSection>
  )
}
