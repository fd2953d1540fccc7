'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { CalculatorIcon, PlusIcon } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { allConnections } from '#components/shared/all-connections'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'
import { Input } from '#components/ui/input'
import { PageHeader } from '#components/ui/page-header'
import { Skeleton } from '#components/ui/skeleton'
import { CostResult } from './cost-result.tsx'
import {
  estimate,
  FieldFailure,
  type EstimateFields,
  type LineFields as Line,
  type PayerFields as Payer,
  type EnteredPlan,
} from './estimate.ts'
import { Field } from './field.tsx'
import { LineFields } from './line-fields.tsx'
import { PayerFields } from './payer-fields.tsx'

const nothingTold: EnteredPlan = {
  copay: '',
  coinsurance: '',
  deductibleLeft: '',
  outOfPocketLeft: '',
  order: '',
  kindOfVisit: '',
}
const lineFieldNames = ['procedureCode', 'serviceTypeCode', 'charge', 'allowed', 'network', 'place']
const payerFieldNames = [
  'connection',
  'payerId',
  'memberId',
  'pasted',
  'coordination',
  ...Object.keys(nothingTold),
]
const newLine = (number: number): Line => ({
  key: `service-${number}`,
  procedureCode: '',
  serviceTypeCode: '',
  charge: '',
  allowed: '',
  network: 'in',
  place: '',
})
const newPayer = (number: number): Payer => ({
  key: `payer-${number}`,
  source: 'ask',
  connection: '',
  payerId: '',
  memberId: '',
  pasted: '',
  coordination: '',
  entered: nothingTold,
})

/**
 * What a patient would owe: services and payers in, every step of the calculation out. Nothing is
 * kept.
 */
export function PatientCostPage() {
  const connections = useQuery(allConnections)
  const clearinghouses = (connections.data ?? []).filter(({ kind }) => kind === 'clearinghouse')
  const [fields, setFields] = useState<EstimateFields>({
    npi: '',
    dateOfService: '',
    lines: [newLine(1)],
    payers: [newPayer(1)],
  })
  const [count, setCount] = useState(1)
  const work = useMutation({ mutationFn: estimate })
  const issues = work.error instanceof FieldFailure ? work.error.issues : []
  const errorOf = (path: string) => issues.find((issue) => issue.path === path)?.message
  const known = new Set([
    ...['npi', 'dateOfService'],
    ...fields.lines.flatMap(({ key }) => lineFieldNames.map((field) => `${key}.${field}`)),
    ...fields.payers.flatMap(({ key }) => payerFieldNames.map((field) => `${key}.${field}`)),
  ])
  const elsewhere = issues
    .filter(({ path }) => !known.has(path))
    .map(({ message }) => message)
    .join(' ')
  const general =
    work.error && !(work.error instanceof FieldFailure) ? work.error.message : elsewhere

  const changeLine = (key: string, changed: Partial<Line>) =>
    setFields((now) => ({
      ...now,
      lines: now.lines.map((line) => (line.key === key ? { ...line, ...changed } : line)),
    }))
  const changePayer = (key: string, changed: Partial<Payer>) =>
    setFields((now) => ({
      ...now,
      payers: now.payers.map((payer) => (payer.key === key ? { ...payer, ...changed } : payer)),
    }))
  const add = (what: 'lines' | 'payers') => {
    setCount(count + 1)
    setFields((now) =>
      what === 'lines'
        ? { ...now, lines: [...now.lines, newLine(count + 1)] }
        : { ...now, payers: [...now.payers, newPayer(count + 1)] },
    )
  }
  const connectionOf = (payer: Payer) => payer.connection || clearinghouses[0]?.slug || ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    work.mutate({
      ...fields,
      payers: fields.payers.map((payer) => ({ ...payer, connection: connectionOf(payer) })),
    })
  }
  const asks = fields.payers.some(({ source }) => source === 'ask')
  const ready =
    fields.lines.every(({ charge }) => charge.trim() !== '') &&
    fields.payers.every((payer) =>
      payer.source === 'ask'
        ? payer.payerId.trim() && payer.memberId.trim() && connectionOf(payer)
        : payer.pasted.trim(),
    ) &&
    (!asks || fields.npi.trim() !== '')
  const lineTitles = Object.fromEntries(
    fields.lines.map(({ key, procedureCode }, index) => [
      key,
      `Service ${index + 1}${procedureCode ? ` (${procedureCode})` : ''}`,
    ]),
  )

  return (
    <div className="mx-auto w-full max-w-6xl space-y-6">
      <PageHeader
        title="Patient cost"
        description="What a planned service costs the patient, by what the payers say of the coverage. Nothing typed here is kept."
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_1fr]">
        <form onSubmit={submit} noValidate className="space-y-4" aria-label="Services and payers">
          <Field label="Date of service (today when empty)" error={errorOf('dateOfService')}>
            {(given) => (
              <Input
                {...given}
                type="date"
                value={fields.dateOfService}
                onChange={(event) => {
                  const dateOfService = event.target.value
                  setFields((now) => ({ ...now, dateOfService }))
                }}
              />
            )}
          </Field>
          {fields.lines.map((line, index) => (
            <LineFields
              key={line.key}
              line={line}
              number={index + 1}
              error={(field) => errorOf(`${line.key}.${field}`)}
              onChange={(changed) => changeLine(line.key, changed)}
              onRemove={
                fields.lines.length > 1
                  ? () =>
                      setFields((now) => ({
                        ...now,
                        lines: now.lines.filter(({ key }) => key !== line.key),
                      }))
                  : null
              }
            />
          ))}
          <Button type="button" variant="outline" size="sm" onClick={() => add('lines')}>
            <PlusIcon aria-hidden /> Add a service
          </Button>
          {fields.payers.map((payer, index) => (
            <PayerFields
              key={payer.key}
              payer={{ ...payer, connection: connectionOf(payer) }}
              index={index}
              connections={clearinghouses}
              loading={connections.isPending}
              error={(field) => errorOf(`${payer.key}.${field}`)}
              onChange={(changed) => changePayer(payer.key, changed)}
              onRemove={() =>
                setFields((now) => ({
                  ...now,
                  payers: now.payers.filter(({ key }) => key !== payer.key),
                }))
              }
            />
          ))}
          {fields.payers.length < 5 ? (
            <Button type="button" variant="outline" size="sm" onClick={() => add('payers')}>
              <PlusIcon aria-hidden /> Add a payer
            </Button>
          ) : null}
          {asks ? (
            <Field label="Your NPI" error={errorOf('npi')}>
              {(given) => (
                <Input
                  {...given}
                  value={fields.npi}
                  placeholder="Ten digits"
                  inputMode="numeric"
                  autoComplete="off"
                  onChange={(event) => setFields((now) => ({ ...now, npi: event.target.value }))}
                />
              )}
            </Field>
          ) : null}
          {general ? (
            <p role="alert" className="text-sm text-destructive">
              {general}
            </p>
          ) : null}
          <Button type="submit" className="w-full" disabled={!ready || work.isPending}>
            <CalculatorIcon aria-hidden />{' '}
            {work.isPending ? 'Working it out…' : 'Work out the cost'}
          </Button>
        </form>
        <div aria-live="polite" className="min-w-0">
          {work.isPending ? (
            <div
              className="space-y-4"
              role="status"
              aria-busy="true"
              aria-label="Working the cost out"
            >
              {[0, 1, 2].map((row) => (
                <Skeleton key={row} className="h-28 w-full" />
              ))}
            </div>
          ) : work.data ? (
            <CostResult answer={work.data} lineTitles={lineTitles} />
          ) : (
            <EmptyState
              icon={CalculatorIcon}
              title="No estimate yet"
              description="Fill in what is planned and who covers the patient. In the sandbox, Evergreen (EVERGREEN) knows the members EVG1001, EVG1002 and EVG1003; any NPI of ten digits will do."
            />
          )}
        </div>
      </div>
    </div>
  )
}
