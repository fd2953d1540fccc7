'use client'

import { ChevronDownIcon } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { formatExact } from '#components/shared/display/format'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { TableCell, TableRow } from '#components/ui/layout/table'
import type { AuditEntryView } from '#lib/contracts/organization/audit'
import { actOf } from '#lib/domain/audit/act-of'
import { humanName } from '#lib/domain/human-name'
import { hasThing, Thing } from './thing.tsx'

const valueWords = (value: unknown): string => {
  if (value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What the log has word for word, for who has to prove it. */
function Exactly({ entry }: { entry: AuditEntryView }) {
  const { action, object, details, requestId } = entry
  const facts: [string, string][] = [
    ...Object.entries(details).map(([name, value]): [string, string] => [
      humanName(name),
      valueWords(value),
    ]),
    ['Written as', action],
    ['Thing', `${object.kind} ${object.id}`],
    ...(requestId === null ? [] : [['Request', requestId] as [string, string]]),
  ]
  return (
    <dl className="grid gap-x-6 gap-y-1 text-xs sm:grid-cols-[max-content_1fr]">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** One act in words; what the log has word for word opens below it. */
export function EntryRow({ entry }: { entry: AuditEntryView }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const parts = actOf(entry.action, entry.details, { hasThing: hasThing(entry) })
  return (
    <>
      <TableRow className={cn(isOpen && 'border-b-0')}>
        <TableCell
          label="When"
          className="align-top text-muted-foreground sm:min-w-40 lg:whitespace-nowrap"
        >
          {formatExact(entry.at)}
        </TableCell>
        <TableCell label="Who" className="min-w-32 align-top">
          {entry.actor.name}
        </TableCell>
        <TableCell label="What" className="w-full align-top wrap-anywhere">
          {parts.map((part, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence stay
            <Fragment key={at}>
              {typeof part === 'string' ? part : <Thing entry={entry} />}
            </Fragment>
          ))}
        </TableCell>
        <TableCell className="py-1 text-right align-top max-sm:absolute! max-sm:top-2 max-sm:right-3">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label="Details"
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronDownIcon aria-hidden className={cn('transition', isOpen && 'rotate-180')} />
          </Button>
        </TableCell>
      </TableRow>
      <TableRow id={id} hidden={!isOpen} className="hover:bg-transparent">
        <TableCell colSpan={4} className="pb-4">
          {isOpen ? <Exactly entry={entry} /> : null}
        </TableCell>
      </TableRow>
    </>
  )
}
