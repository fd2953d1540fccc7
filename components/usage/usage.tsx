'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatInstant } from '#components/shared/display/format'
import { formatSize } from '#components/shared/display/format-size'
import { Loaded } from '#components/shared/loading/loaded'
import { Loading } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { SettingsSection } from '#components/settings/settings-section'
import { Progress } from '#components/ui/feedback/progress'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { getUsageContract, type UsageView } from '#lib/contracts/organization/usage'

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const seconds = (value: number): string => `${numbers.format(value)} s`

/** From this part of a limit on, the text says that it is near. */
const near = 0.8

function warningOf(share: number): string | null {
  if (share >= 1) return ': used up'
  return share >= near ? ': nearly used up' : null
}

type MeterProps = {
  label: string
  used: number
  most: number | null
  inWords(value: number): string
}

/** What is used of a limit, in words and as a bar. */
function Meter({ label, used, most, inWords }: MeterProps) {
  if (most === null)
    return (
      <p>
        <span className="font-medium tabular-nums">{inWords(used)}</span>, no limit
      </p>
    )
  const share = used / most
  return (
    <div className="max-w-md space-y-1.5">
      <p>
        <span className="font-medium tabular-nums">{inWords(used)}</span> of {inWords(most)}
        <strong>{warningOf(share)}</strong>
      </p>
      <Progress value={Math.min(100, share * 100)} aria-label={label} />
    </div>
  )
}

function Hours({ hours }: { hours: UsageView['code']['hours'] }) {
  return (
    <Table label="Code in the last 24 hours">
      <TableHeader>
        <TableRow>
          <TableHead>Hour from</TableHead>
          <TableHead>Code</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {hours.map((one) => (
          <TableRow key={one.hour}>
            <TableCell>{formatInstant(one.hour)}</TableCell>
            <TableCell className="tabular-nums">{seconds(one.seconds)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const aMinute = (most: number | null, otherwise: string): ReactNode =>
  most === null ? otherwise : `${numbers.format(most)} a minute`

function Figures({ usage: { requests, starts, storage, code } }: { usage: UsageView }) {
  return (
    <div className="space-y-8 text-sm">
      <SettingsSection
        title="Files"
        description="Uploads over the limit are refused. What workflows make and receive is kept."
      >
        <Meter label="Files" used={storage.bytes} most={storage.mostBytes} inWords={formatSize} />
        <p className="text-muted-foreground">{numbers.format(storage.files)} files</p>
      </SettingsSection>
      <SettingsSection
        title="Code steps, this hour"
        description="For as long as they compute. Over the limit they wait for the next hour."
      >
        <Meter
          label="Code steps, this hour"
          used={code.seconds}
          most={code.mostSecondsPerHour}
          inWords={seconds}
        />
        {code.hours.length > 0 ? <Hours hours={code.hours} /> : null}
      </SettingsSection>
      <SettingsSection
        title="Runs and requests"
        description="What people, forms, schedules and mails start is never refused."
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-muted-foreground">Runs started in the last hour</dt>
          <dd className="tabular-nums">{numbers.format(starts.lastHour)}</dd>
          <dt className="text-muted-foreground">API keys may start</dt>
          <dd>{aMinute(starts.mostPerMinute, 'as many as they want')}</dd>
          <dt className="text-muted-foreground">API requests</dt>
          <dd>{aMinute(requests.mostPerMinute, 'as the installation allows everybody')}</dd>
        </dl>
      </SettingsSection>
      <p className="text-muted-foreground">An operator of this installation sets the limits.</p>
    </div>
  )
}

/** What the organization uses of what operators may limit. */
export function Usage() {
  const query = useQuery(queryOf(getUsageContract))
  return (
    <Loaded
      query={query}
      what="What is used"
      loading={
        <Loading label="Loading what is used">
          <Skeleton className="h-48 w-96 max-w-full" />
        </Loading>
      }
    >
      {(usage) => <Figures usage={usage} />}
    </Loaded>
  )
}
