'use client'

import { useMutation } from '@tanstack/react-query'
import { MapPinCheckIcon } from 'lucide-react'
import { useContext, useRef, useState } from 'react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { AddressChecks } from './address-checks.ts'
import { checkAddressContract } from '#lib/contracts/integrations/letter-preview'
import type { AddressCheck as Found } from '#lib/domain/provider/address-check'
import { placeProblems } from '#lib/domain/provider/letter-words'
import { call } from '#lib/http/client'

type Address = Record<string, unknown>
const places = ['addressLine1', 'addressLine2', 'city', 'state', 'postalCode', 'country'] as const

/** The part of an address that is checked; undefined while it is not complete. */
function completeOf(value: unknown) {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Address
  const textOf = (name: (typeof places)[number]) => String(given[name] ?? '').trim()
  const place = {
    addressLine1: textOf('addressLine1'),
    addressLine2: textOf('addressLine2') || undefined,
    city: textOf('city'),
    state: textOf('state'),
    postalCode: textOf('postalCode'),
    country: textOf('country').toUpperCase() || 'US',
  }
  const { addressLine1, city, state, postalCode } = place
  const isFilled = [addressLine1, city, state, postalCode].every((text) => text !== '')
  // The name is not checked: nobody has to give it for that.
  return isFilled && placeProblems(place).length === 0 ? { ...place, company: 'x' } : undefined
}

/** Whether a part is computed in a run: then there is nothing to check yet. */
const isComputed = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  places.some((name) => typeof (value as Address)[name] === 'object')

const titles: Record<Found['outcome'], string> = {
  deliverable: 'Letters reach this address.',
  corrected: 'Did you mean this address?',
  undeliverable: 'Letters cannot be delivered to this address.',
  not_checked: 'This address could not be checked.',
}

function titleOf({ outcome, problems }: Found): string {
  const isDoubtful = outcome === 'deliverable' && problems.length > 0
  return isDoubtful ? 'It is doubtful that a letter arrives here.' : titles[outcome]
}

const variantOf = ({ outcome, problems }: Found) => {
  if (outcome === 'undeliverable') return 'destructive' as const
  const isDoubtful = outcome === 'corrected' || problems.length > 0
  return isDoubtful ? ('warning' as const) : ('default' as const)
}

const linesOf = ({ addressLine1, addressLine2, city, state, postalCode }: Address): string[] =>
  [addressLine1, addressLine2, `${String(city)}, ${String(state)} ${String(postalCode)}`].flatMap(
    (line) => (line ? [String(line)] : []),
  )

/** The suggestion, with the lines that differ marked. */
function Suggestion({ given, found }: { given: Address; found: Address }) {
  const before = new Set(linesOf(given))
  return (
    <address className="not-italic">
      {linesOf(found).map((line) => (
        <span key={line} className="block wrap-anywhere">
          {before.has(line) ? line : <mark className="rounded-xs px-0.5">{line}</mark>}
        </span>
      ))}
    </address>
  )
}

type ResultProps = {
  given: Address
  found: Found
  onUse(address: Address): void
  onKeep(): void
}

function Result({ given, found, onUse, onKeep }: ResultProps) {
  const { suggestion, problems } = found
  return (
    <Alert variant={variantOf(found)}>
      <AlertTitle>{titleOf(found)}</AlertTitle>
      <AlertDescription>
        {suggestion ? <Suggestion given={given} found={suggestion} /> : null}
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
        {suggestion ? (
          <span className="mt-1 flex flex-wrap gap-2">
            <Button type="button" size="sm" onClick={() => onUse(suggestion)}>
              Use this address
            </Button>
            <Button type="button" size="sm" variant="outline" onClick={onKeep}>
              Keep mine
            </Button>
          </span>
        ) : null}
      </AlertDescription>
    </Alert>
  )
}

/** What was found at the address as it stands; gone as soon as it is changed. */
function useFound(key: string) {
  const [found, setFound] = useState<{ key: string; check: Found }>()
  return [
    found?.key === key ? found.check : undefined,
    (check: Found | undefined) => setFound(check && { key, check }),
  ] as const
}

type Props = { value: unknown; disabled: boolean; onChange(value: Address): void }

/** Asks about an address, and knows what was found until the address is changed. */
function useCheck(value: unknown) {
  const checks = useContext(AddressChecks)
  const complete = completeOf(value)
  const [found, setFound] = useFound(JSON.stringify(complete ?? null))
  const check = useMutation({
    mutationFn: async (address: NonNullable<typeof complete>) => {
      const body = { address, ...(checks?.connection ? { connection: checks.connection } : {}) }
      return await call(checkAddressContract, { body })
    },
    onSuccess: (answer) => setFound(answer),
  })
  return {
    mayCheck: checks !== null,
    isComplete: complete !== undefined,
    found,
    error: check.error,
    isPending: check.isPending,
    start: () => complete && check.mutate(complete),
    forget: () => setFound(undefined),
  }
}

/**
 * Below the fields of an address: asks whether letters reach it, and offers the correction. Nothing
 * is replaced until the person says so. Nothing where nobody may ask, or parts are computed.
 */
export function AddressCheck({ value, disabled, onChange }: Props) {
  const { mayCheck, isComplete, found, error, isPending, start, forget } = useCheck(value)
  const [said, setSaid] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  if (!mayCheck || isComputed(value)) return null
  const settle = (text: string) => {
    forget()
    setSaid(text)
    button.current?.focus()
  }
  const take = (suggestion: Address) => {
    const place = Object.fromEntries(places.map((name) => [name, suggestion[name]]))
    onChange({ ...(value as Address), ...place })
    settle('The suggested address stands in the fields.')
  }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          ref={button}
          type="button"
          variant="outline"
          size="sm"
          // Not disabled while it asks: it would lose the focus.
          disabled={disabled || !isComplete}
          aria-busy={isPending}
          onClick={() => {
            setSaid('')
            if (!isPending) start()
          }}
        >
          <MapPinCheckIcon aria-hidden /> {isPending ? 'Checking…' : 'Check address'}
        </Button>
        <span role="status" className="text-sm text-muted-foreground">
          {isComplete ? said : 'Fill in street, city, state and ZIP code to check it.'}
        </span>
      </div>
      {error ? (
        <p role="alert" className="text-sm text-destructive">
          {error.message}
        </p>
      ) : null}
      {found ? (
        <Result
          given={value as Address}
          found={found}
          onUse={take}
          onKeep={() => settle('Your address was kept.')}
        />
      ) : null}
    </div>
  )
}
