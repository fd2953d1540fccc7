'use client'

import { usePageTitle } from '#components/shared/display/use-page-title'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Absences } from '#components/absences/absences'
import { ExplainAccess } from '#components/access/explain-access'
import { Age } from '#components/shared/display/age'
import { formatDay } from '#components/shared/display/format'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { BackLink } from '#components/shared/display/back-link'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import {
  getMemberAccessContract,
  getMemberContract,
  type MemberView,
} from '#lib/contracts/organization/members'
import { FoundElsewhere } from '../../shell/found-elsewhere.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { MemberAccess } from './member-access.tsx'
import { MemberGroups } from './member-groups.tsx'
import { MemberKeys } from './member-keys.tsx'
import { MemberRole } from './member-role.tsx'
import { MemberSessions } from './member-sessions.tsx'
import { MemberSignIn } from './member-sign-in.tsx'

type Props = {
  id: string
  /** The permissions of the person who looks. */
  permissions: readonly string[]
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-40 flex-1">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  )
}

function Facts({ member }: { member: MemberView }) {
  const { createdAt, lastSeenAt, disabledAt } = member
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-4 rounded-lg border bg-card p-4">
      <Fact name="Member since">{formatDay(createdAt)}</Fact>
      <Fact name="Last seen">{lastSeenAt ? <Age at={lastSeenAt} /> : 'Never worked here'}</Fact>
      {disabledAt ? <Fact name="Disabled since">{formatDay(disabledAt)}</Fact> : null}
    </dl>
  )
}

/** What only those see who manage members: each part is read, and may fail, by itself. */
function ManagedMember(props: { member: MemberView; canManageKeys: boolean; canChoose: boolean }) {
  const { member, canManageKeys, canChoose } = props
  const { id, name } = member
  const query = useQuery(queryOf(getMemberAccessContract, { params: { id } }))
  return (
    <>
      <Loaded
        query={query}
        what={`The access of ${name}`}
        loading={<LoadingRows label="Loading the access" rows={1} rowClass="h-24 w-full" />}
      >
        {({ signIn }) => <MemberSignIn member={member} signIn={signIn} />}
      </Loaded>
      {member.you || member.status === 'disabled' ? null : (
        <Absences memberId={id} name={name} canChoose={canChoose} />
      )}
      {member.you ? null : <MemberSessions id={id} name={name} />}
      {canManageKeys ? <MemberKeys id={id} name={name} /> : null}
      {query.data && !member.you ? <MemberAccess member={member} ends={query.data.ends} /> : null}
    </>
  )
}

function MemberDetails({ member, may }: { member: MemberView; may(permission: string): boolean }) {
  const canManage = may('members:manage')
  return (
    <div className="space-y-8">
      <PageHeader title={member.name} description={member.email}>
        {member.you ? <Badge variant="secondary">You</Badge> : null}
        {member.status === 'disabled' ? <Badge variant="outline">Disabled</Badge> : null}
      </PageHeader>
      <Facts member={member} />
      <MemberRole member={member} canManage={canManage} />
      {may('directories:read') ? <MemberGroups id={member.id} /> : null}
      {may('access:read') ? (
        <SettingsSection
          title="Check access"
          description={`Choose what ${member.name} wants to do.`}
        >
          <ExplainAccess person={member.id} />
        </SettingsSection>
      ) : null}
      {canManage ? (
        <ManagedMember
          member={member}
          canManageKeys={may('api-keys:manage')}
          canChoose={may('screens:work')}
        />
      ) : null}
    </div>
  )
}

/**
 * One person of the organization: who they are, what they may do, where they are signed in, and how
 * to end it. Each part is a component of its own beside this one.
 */
export function MemberPage({ id, permissions }: Props) {
  const query = useQuery(queryOf(getMemberContract, { params: { id } }))
  usePageTitle(query.data?.name)
  return (
    <Page>
      <BackLink href="/settings?tab=members">All members</BackLink>
      <Loaded
        query={query}
        what="This member"
        isPage
        loading={<LoadingRows label="Loading the member" rows={3} rowClass="h-16 w-full" />}
        belowFailure={(error) => <FoundElsewhere kind="member" id={id} error={error} />}
      >
        {(member) => (
          <MemberDetails member={member} may={(permission) => permissions.includes(permission)} />
        )}
      </Loaded>
    </Page>
  )
}
