'use client'

import { UserCheckIcon, UserMinusIcon, UserXIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { toast } from 'sonner'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Button } from '#components/ui/input/button'
import {
  disableMemberContract,
  enableMemberContract,
  removeMemberContract,
  type MemberView,
} from '#lib/contracts/organization/members'
import { call } from '#lib/http/client'
import { SettingsSection } from '../settings-section.tsx'
import { useMemberChange } from './use-member-change.ts'

function Disable({ member: { id, name } }: { member: MemberView }) {
  const disable = useMemberChange(async () => {
    const { ended } = await call(disableMemberContract, { params: { id } })
    toast.success(
      `${name} is disabled: ${ended.sessions} sessions and ${ended.apiKeys} API keys ended, ` +
        `${ended.claims} screens were given back.`,
    )
  })
  return (
    <ConfirmButton
      icon={UserXIcon}
      label="Disable"
      title={`Disable ${name}?`}
      confirm="Disable"
      keep="Keep"
      description="They are signed out of this organization at once, screens they work on are given back, and the API keys that they made stop for good. Everything they did stays, and you can enable them again."
      onConfirm={() => disable.mutate(undefined)}
    />
  )
}

function Enable({ member: { id, name } }: { member: MemberView }) {
  const enable = useMemberChange(async () => {
    await call(enableMemberContract, { params: { id } })
    toast.success(`${name} may sign in again.`)
  })
  return (
    <Button size="sm" disabled={enable.isPending} onClick={() => enable.mutate(undefined)}>
      <UserCheckIcon aria-hidden /> Enable again
    </Button>
  )
}

function Remove({ member: { id, name } }: { member: MemberView }) {
  const router = useRouter()
  const remove = useMemberChange(async () => {
    await call(removeMemberContract, { params: { id } })
    toast.success(`${name} is no member any more.`)
    router.push('/settings?tab=members')
  })
  return (
    <ConfirmButton
      icon={UserMinusIcon}
      label="Remove"
      title={`Remove ${name}?`}
      confirm="Remove"
      keep="Keep"
      description="They are signed out of this organization at once, and the API keys that they made stop. What they did stays in the runs and the audit log. To come back they need a new invitation."
      onConfirm={() => remove.mutate(undefined)}
    />
  )
}

/** The ways to take somebody's access away, and to give it back. */
export function MemberAccess({ member }: { member: MemberView }) {
  const isDisabled = member.status === 'disabled'
  return (
    <SettingsSection
      title="Access"
      description={
        isDisabled
          ? `${member.name} cannot sign in to this organization.`
          : 'Disable somebody for a while, or remove them from the organization.'
      }
    >
      <div className="flex flex-wrap gap-2">
        {isDisabled ? <Enable member={member} /> : <Disable member={member} />}
        <Remove member={member} />
      </div>
    </SettingsSection>
  )
}
