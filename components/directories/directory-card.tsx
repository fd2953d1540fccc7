'use client'

import { CircleAlertIcon, CircleCheckIcon, ClockIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { Age } from '#components/shared/display/age'
import { Pill } from '#components/shared/display/pill'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { Card, CardContent } from '#components/ui/layout/card'
import type { DirectoryView } from '#lib/contracts/organization/directories'
import { countOf } from '#lib/domain/count-of'
import { DirectoryGroups } from './directory-groups.tsx'
import { DirectoryPeople } from './directory-people.tsx'
import { DisconnectDirectory } from './disconnect-directory.tsx'
import { PlanAlert } from './plan-alert.tsx'
import { ReadNow } from './read-now.tsx'
import { RotateToken } from './rotate-token.tsx'
import { SandboxButtons } from './sandbox-buttons.tsx'
import { SettingsForm } from './settings-form.tsx'
import { Setup } from './setup.tsx'
import { Trouble } from './trouble.tsx'
import { WebhookSetup } from './webhook-setup.tsx'

const kinds: Record<DirectoryView['kind'], string> = {
  scim: 'SCIM 2.0',
  workos: 'WorkOS',
  sandbox: 'Sandbox',
}

function Status({ directory }: { directory: DirectoryView }) {
  if (!directory.lastSyncAt && directory.kind !== 'sandbox')
    return (
      <Pill
        icon={ClockIcon}
        tone="waiting"
        label={directory.kind === 'scim' ? 'Waits for its first call' : 'Not read yet'}
      />
    )
  return directory.lastSyncOk === false ? (
    <Pill icon={CircleAlertIcon} tone="bad" label="Failing" />
  ) : (
    <Pill icon={CircleCheckIcon} tone="good" label="Connected" />
  )
}

function Summary({ directory }: { directory: DirectoryView }) {
  const { people, active, groups, lastSyncAt, lastSyncMessage, read } = directory
  const isFailing = read !== null && directory.lastSyncOk === false
  const inactive = people - active
  return (
    <p className="text-sm text-muted-foreground tabular-nums">
      {countOf(active, 'person', 'people')}
      {inactive > 0 ? `, ${inactive} switched off` : ''}, {countOf(groups, 'group')}
      {lastSyncAt ? (
        <>
          {read ? ' · last read ' : ' · last heard '}
          <Age at={lastSyncAt} />
        </>
      ) : null}
      {lastSyncMessage && !isFailing ? ` · ${lastSyncMessage}` : ''}
      {read?.connection ? ` · by the connection ${read.connection.name}` : ''}
    </p>
  )
}

function Details({ directory }: { directory: DirectoryView }) {
  return (
    <div className="space-y-6 border-t pt-4">
      <Setup directory={directory} />
      <WebhookSetup directory={directory} />
      <SettingsForm directory={directory} />
      <DirectoryGroups directory={directory} />
      <DirectoryPeople directory={directory} />
      <div className="flex flex-wrap gap-2">
        {directory.kind === 'scim' ? <RotateToken directory={directory} /> : null}
        <DisconnectDirectory directory={directory} />
      </div>
    </div>
  )
}

/** A directory: its state, what waits for a person, and on demand its groups and people. */
export function DirectoryCard({ directory }: { directory: DirectoryView }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <Card role="group" aria-labelledby={id}>
      <CardContent className="space-y-3">
        <div className="flex flex-wrap items-center gap-2">
          <h3 id={id} className="font-semibold">
            {directory.name}
          </h3>
          <Badge variant="outline">{kinds[directory.kind]}</Badge>
          <Status directory={directory} />
          <Button
            variant="outline"
            size="sm"
            className="ml-auto"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Groups, people, settings'}
            <span className="sr-only"> of {directory.name}</span>
          </Button>
        </div>
        <Summary directory={directory} />
        <Trouble directory={directory} />
        {directory.plan ? <PlanAlert directory={directory} plan={directory.plan} /> : null}
        {directory.read ? <ReadNow directory={directory} /> : null}
        {directory.kind === 'sandbox' ? <SandboxButtons directory={directory} /> : null}
        {open ? <Details directory={directory} /> : null}
      </CardContent>
    </Card>
  )
}
