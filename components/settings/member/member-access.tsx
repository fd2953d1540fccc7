'use client'

import { UserCheckIcon, UserMinusIcon, UserXIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Button } from '#components/ui/input/button'
import {
  disableMemberContract,
  enableMemberContract,
  removeMemberContract,
  type MemberAccess as Access,
  type MemberView,
} from '#lib/contracts/organization/members'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'
import { SettingsSection } from '../settings-section.tsx'
import { useMemberChange } from './use-member-change.ts'
import { wordsOfEnds } from './words-of-ends.ts'

type Props = { member: MemberView; ends: Access['ends'] }

function Disable({ member: { id, name }, ends }: Props) {
  const disable = useMemberChange(async () => {
    const { ended } = await call(disableMemberContract, { params: { id } })
    toast.success(
      `${name} is disabled: ${countOf(ended.sessions, 'session')} and ${countOf(ended.apiKeys, 'API key')} ended, ` +
        `${countOf(ended.claims, 'screen was', 'screens were')} given back.`,
    )
  })
  return (
    <ConfirmButton
      icon={UserXIcon}
      label="Disable"
      title={`Disable ${name}?`}
      confirm="Disable"
      keep="Keep"
      description={`${wordsOfEnds(ends)} Everything they did stays, and you can enable them again.`}
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

function Remove({ member: { id, name }, ends }: Props) {
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
      description={`${wordsOfEnds(ends)} What they did stays in the runs and the audit log. To come back they need a new invitation.`}
      onConfirm={() => remove.mutate(undefined)}
    />
  )
}

/** The ways to take somebody's access away, and to give it back. */
export function MemberAccess({ member, ends }: Props) {
  const isDisabled = member.status === 'disabled'
  return (
    <SettingsSection
      title="Access"
      description={
        isDisabled
          ? `${member.name} cannot sign in to this organization.`
          : `Disable ${member.name} for a while, or remove them from the organization.`
      }
    >
      <div className="flex flex-wrap gap-2">
        {isDisabled ? <Enable member={member} /> : <Disable member={member} ends={ends} />}
        <Remove member={member} ends={ends} />
      </div>
    </SettingsSection>
  )
}
