'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { DownloadIcon, InboxIcon } from 'lucide-react'
import { useState } from 'react'
import { toCsv } from '#components/data/to-csv'
import { BackLink } from '#components/shared/display/back-link'
import { saveCsv } from '#components/shared/actions/save-csv'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { OldData } from '#components/shared/loading/old-data'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'
import { Segmented } from '#components/ui/input/segmented'
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '#components/ui/layout/card'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { getWorkloadContract, type Workload } from '#lib/contracts/runs/workload'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import type { WorkloadPeriod } from '#lib/domain/run/workload'
import { AssignDialog } from '../assign/assign-dialog.tsx'
import { manyMeanwhile, useScreenActs } from '../assign/use-screen-acts.ts'
import { DoneFigures, DonePerDay } from './done-work.tsx'
import { AgeTable, Count, GroupTable, PeopleTable } from './open-tables.tsx'
import { workloadFilters, workloadNames, type WorkloadFilters } from './workload-filters.ts'
import { workloadFields, workloadRows } from './workload-csv.ts'

type Person = Workload['people'][number]

const periods: Record<WorkloadPeriod, string> = { 14: '14 days', 30: '30 days', 90: '90 days' }

type Change = ReturnType<typeof useUrlFilters<(typeof workloadNames)[number]>>['change']

type FilterProps = {
  filters: WorkloadFilters
  change: Change
  workflows: Props['workflows']
  groups: Workload['groups']
}

function FilterRow({ filters: { workflow, group, days }, change, workflows, groups }: FilterProps) {
  return (
    <search className="flex flex-wrap items-end gap-3">
      <SelectFilter
        label="Workflow"
        value={workflow}
        onChange={(slug) => change({ workflow: slug })}
      >
        <option value="">All</option>
        {workflows.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectFilter>
      {groups.length > 0 || group ? (
        <SelectFilter label="Group" value={group} onChange={(id) => change({ group: id })}>
          <option value="">All</option>
          {group && !groups.some(({ groupId }) => groupId === group) ? (
            <option value={group}>The chosen group</option>
          ) : null}
          {groups.map(({ groupId, name }) => (
            <option key={groupId} value={groupId}>
              {name}
            </option>
          ))}
        </SelectFilter>
      ) : null}
      <Segmented<WorkloadPeriod>
        label="Done in the last"
        value={days}
        options={periods}
        onChange={(period) => change({ days: period === '30' ? '' : period })}
      />
    </search>
  )
}

/** All open work, in three numbers that lead to it. */
function Totals({ total, filters }: { total: Workload['total']; filters: InboxFilters }) {
  const figures = [
    { name: 'Open', count: total.open, filters },
    { name: 'Overdue', count: total.overdue, filters: { ...filters, due: 'overdue' as const } },
    { name: 'Due today', count: total.dueToday, filters: { ...filters, due: 'today' as const } },
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-4 rounded-lg border bg-card p-4">
      {figures.map(({ name, count, filters: wanted }) => (
        <div key={name} className="min-w-28 flex-1 space-y-0.5">
          <dt className="text-sm text-muted-foreground">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">
            <Count count={count} of={name.toLowerCase()} filters={wanted} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type PartsProps = { work: Workload; filters: InboxFilters; onGive(person: Person): void }

/** The open work: by person, group and age. */
function Open({ work, filters, onGive }: PartsProps) {
  const { ages, groups, people, total } = work
  const { workflow } = filters
  if (total.open === 0)
    return (
      <EmptyState
        icon={InboxIcon}
        title="No open work"
        description="When a workflow needs a person, it is counted here."
      />
    )
  return (
    <>
      <Totals total={total} filters={filters} />
      <Card>
        <CardHeader>
          <CardTitle>Who has what</CardTitle>
          <CardDescription>Each number leads to its screens in the inbox</CardDescription>
        </CardHeader>
        <CardContent>
          <PeopleTable people={people} filters={filters} onGive={onGive} />
        </CardContent>
      </Card>
      {groups.length > 0 ? (
        <Card>
          <CardHeader>
            <CardTitle>By group</CardTitle>
            <CardDescription>Screens whose step chose the group</CardDescription>
          </CardHeader>
          <CardContent>
            <GroupTable groups={groups} filters={workflow ? { workflow } : {}} />
          </CardContent>
        </Card>
      ) : null}
      <Card>
        <CardHeader>
          <CardTitle>Age</CardTitle>
          <CardDescription>
            In working days of the calendar of the chosen group, else of the organization
          </CardDescription>
        </CardHeader>
        <CardContent>
          <AgeTable ages={ages} filters={filters} />
        </CardContent>
      </Card>
    </>
  )
}

type GiveProps = { person: Person; filters: InboxFilters; onClose(): void }

/** Asks who gets all that somebody has, as far as the filters leave it. */
function GiveDialog({ person: { person, open }, filters, onClose }: GiveProps) {
  const client = useQueryClient()
  const acts = useScreenActs()
  const whose = { ...filters, assignee: person?.userId ?? ('nobody' as const) }
  const count = open.toLocaleString('en-US')
  return (
    <AssignDialog
      title={person ? `Reassign what ${person.name} has` : 'Assign what nobody has'}
      description={`All ${count} that match the filters of this page: who does them from now on?`}
      action={person ? 'Reassign' : 'Assign'}
      busy={person ? 'Reassigning…' : 'Assigning…'}
      meanwhile={manyMeanwhile}
      onClose={onClose}
      onGive={async ({ userId, name, note }) => {
        const change = { act: 'assign' as const, userId, ...(note && { note }) }
        const isDone = await acts.changeMany({ filters: whose }, change, `Given to ${name}`)
        void refresh(client, getWorkloadContract)
        return isDone
      }}
    />
  )
}

type Props = { workflows: { slug: string; name: string }[] }

/** Who has which work, how old it is, and what was done, for those who direct it. */
export function WorkloadPage({ workflows }: Props) {
  const { filters: texts, change } = useUrlFilters(workloadNames)
  const filters = workloadFilters(texts)
  const { days, inInbox } = filters
  const query = useQuery({
    ...queryOf(getWorkloadContract, { query: filters.query }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const [asked, setAsked] = useState<Person>()
  return (
    <Page>
      <BackLink href="/inbox">Inbox</BackLink>
      <PageHeader title="Workload" description="Who has what, how old it is, and what was done.">
        <Button
          variant="outline"
          disabled={!data}
          onClick={() => data && saveCsv('workload', toCsv(workloadFields, workloadRows(data)))}
        >
          <DownloadIcon aria-hidden /> CSV
        </Button>
      </PageHeader>
      <FilterRow
        filters={filters}
        change={change}
        workflows={workflows}
        groups={data?.groups ?? []}
      />
      {data ? <OldData query={query} what="The workload" /> : null}
      <Loaded
        query={query}
        what="The workload"
        loading={<LoadingRows label="Counting the work" rows={4} rowClass="h-24 w-full" />}
      >
        {(work) => (
          <>
            <Open work={work} filters={inInbox} onGive={setAsked} />
            <h2 className="text-lg font-semibold">Done in the last {periods[days]}</h2>
            <DoneFigures done={work.done} />
            <DonePerDay days={work.done.days} timeZone={work.timeZone} />
          </>
        )}
      </Loaded>
      {asked ? (
        <GiveDialog person={asked} filters={inInbox} onClose={() => setAsked(undefined)} />
      ) : null}
    </Page>
  )
}
