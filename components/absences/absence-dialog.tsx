'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { ChoosePerson } from '#components/people/choose-person'
import { usePeople, type PeopleState } from '#components/people/use-people'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { RadioGroup, RadioGroupItem } from '#components/ui/input/radio-group'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import type { AbsencesView, AbsenceView } from '#lib/contracts/organization/absences'
import { addDays } from '#lib/domain/calendar/zoned-time'
import type { HeldCases } from '#lib/domain/absence/absence'
import type { AbsenceApi } from './absence-api.ts'
import { casesWords, passingWords } from './absence-words.ts'

type Person = { userId: string; name: string }
type Fields = { firstDay: string; lastDay: string; note: string; delegateId: string }

type DelegateProps = {
  /** Who stood in before; null: nobody, or somebody is looked for. */
  before: Person | null
  onForget(): void
  people: PeopleState
}

/** Who stands in: shown, or looked for by name. */
function Delegate({ before, onForget, people }: DelegateProps) {
  const { person, choose, setText } = people
  if (before)
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <span className="min-w-0 flex-1 font-medium">{before.name} stands in</span>
        <Button type="button" variant="outline" size="sm" onClick={onForget}>
          Somebody else, or nobody
        </Button>
      </div>
    )
  const forget = (): void => {
    choose('')
    setText('')
  }
  return (
    <div className="space-y-3">
      <ChoosePerson people={people} />
      <div className="flex min-h-8 flex-wrap items-center gap-3 text-sm">
        <span role="status" className="min-w-0 flex-1">
          {person ? `${person.name} stands in` : 'Nobody stands in'}
        </span>
        {person ? (
          <Button type="button" variant="outline" size="sm" onClick={forget}>
            Nobody
          </Button>
        ) : null}
      </div>
    </div>
  )
}

type HeldProps = {
  value: HeldCases
  onChange(value: HeldCases): void
  delegate: Person | null
  api: AbsenceApi
  openCases: number
}

/** What becomes of the open cases, said before it happens. */
function Held({ value, onChange, delegate, api, openCases }: HeldProps) {
  const id = useId()
  const { data } = useQuery({ ...api.read(delegate?.userId), enabled: delegate !== null })
  const open = data?.openCases ?? openCases
  const choices: [HeldCases, string][] = [
    ['keep', `Keep ${casesWords(open)}`],
    ['release', `Give ${casesWords(open)} back to their groups`],
  ]
  if (delegate)
    choices.splice(1, 0, ['pass', passingWords(open, data?.passable ?? null, delegate.name)])
  return (
    <RadioGroup
      aria-label="Open cases"
      value={value}
      onValueChange={(chosen) => onChange(chosen as HeldCases)}
    >
      {choices.map(([choice, words]) => (
        <label key={choice} htmlFor={`${id}-${choice}`} className="flex gap-3 text-sm">
          <RadioGroupItem id={`${id}-${choice}`} value={choice} />
          {words}
        </label>
      ))}
      <p className="text-xs text-muted-foreground">
        As many as there are now; it happens when the absence begins.
      </p>
    </RadioGroup>
  )
}

type DaysProps = { form: UseFormReturn<Fields>; hasBegun: boolean; today: string; zone: string }

function DayFields({ form, hasBegun, today, zone }: DaysProps) {
  const { errors } = form.formState
  return (
    <div className="space-y-1">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First day away"
          type="date"
          required
          disabled={hasBegun}
          min={hasBegun ? undefined : today}
          error={errors.firstDay}
          {...form.register('firstDay', { disabled: false })}
        />
        <TextField
          label="Last day away"
          type="date"
          required
          min={today}
          max={addDays(today, 366)}
          error={errors.lastDay}
          {...form.register('lastDay')}
        />
      </div>
      <p className="text-xs text-muted-foreground">Both days are away. Days are those of {zone}.</p>
    </div>
  )
}

type Props = {
  open: boolean
  /** The absence that is changed; undefined: a new one. */
  absence: AbsenceView | undefined
  view: AbsencesView
  api: AbsenceApi
  /** Who is away; undefined: oneself. */
  name: string | undefined
  canChoose: boolean
  onClose(): void
}

function useAbsenceForm({ absence, view: { today, userId }, api, canChoose, onClose }: Props) {
  const client = useQueryClient()
  const [before, setBefore] = useState<Person | null>(absence?.delegate ?? null)
  const people = usePeople(undefined, userId, canChoose)
  const delegate = before ?? people.person ?? null
  const [wanted, setHeldCases] = useState<HeldCases>(absence?.heldCases ?? 'keep')
  const hasBegun = absence?.state === 'now'
  // Without somebody who stands in there is nobody to pass them to.
  const heldCases = wanted === 'pass' && !delegate && !hasBegun ? 'keep' : wanted
  const form = useForm<Fields>({
    defaultValues: {
      firstDay: absence?.firstDay ?? today,
      lastDay: absence?.lastDay ?? today,
      note: absence?.note ?? '',
      delegateId: '',
    },
  })
  const save = useMutation({
    mutationFn: async ({ firstDay, lastDay, note }: Fields) => {
      const delegateId = delegate?.userId ?? null
      const body = { firstDay, lastDay, note: note.trim(), delegateId, heldCases }
      return absence
        ? await api.change(absence.id, { ...body, revision: absence.revision })
        : await api.add(body)
    },
    onSuccess: async () => {
      await refresh(client, api.contract)
      toast.success('Saved.')
      onClose()
    },
    onError: (error) =>
      showRefusal(form.setError, error, {
        fields: ['firstDay', 'lastDay', 'note', 'delegateId'],
        otherwise: 'root',
      }),
  })
  return { form, save, before, setBefore, people, delegate, heldCases, setHeldCases }
}

/** The fields, and why they were refused. */
function AbsenceFields(props: Props & { state: ReturnType<typeof useAbsenceForm> }) {
  const { absence, view, api, name, canChoose, state } = props
  const { form, before, setBefore, people, delegate, heldCases, setHeldCases } = state
  const { errors } = form.formState
  const hasBegun = absence?.state === 'now'
  const failure = errors.delegateId ?? errors.root
  return (
    <>
      <DayFields form={form} hasBegun={hasBegun} today={view.today} zone={view.timeZone} />
      {canChoose ? (
        <fieldset>
          <legend className="mb-2 text-sm font-medium">Who stands in</legend>
          <Delegate before={before} onForget={() => setBefore(null)} people={people} />
        </fieldset>
      ) : null}
      {hasBegun || (view.openCases === 0 && !delegate) ? null : (
        <fieldset>
          <legend className="mb-2 text-sm font-medium">
            {name ? `What ${name} has open then` : 'What you have open then'}
          </legend>
          <Held
            value={heldCases}
            onChange={setHeldCases}
            delegate={delegate}
            api={api}
            openCases={view.openCases}
          />
        </fieldset>
      )}
      <TextField
        label="Note for colleagues"
        help="It may be left out."
        maxLength={200}
        error={errors.note}
        {...form.register('note')}
      />
      {failure ? (
        <p role="alert" className="text-sm text-destructive">
          {failure.message}
        </p>
      ) : null}
    </>
  )
}

/** Asks from when to when somebody is away, who stands in, and what becomes of their open cases. */
export function AbsenceDialog(props: Props) {
  const { open, absence, name, onClose } = props
  const state = useAbsenceForm(props)
  const { form, save } = state
  const submit = form.handleSubmit((fields) => save.mutate(fields))
  return (
    <Dialog open={open} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto">
        <DialogHeader>
          <DialogTitle>{absence ? 'Change the absence' : 'Enter an absence'}</DialogTitle>
          <DialogDescription>
            {name ? `When ${name} is away.` : 'When you are away.'} Colleagues see it where they
            choose people.
          </DialogDescription>
        </DialogHeader>
        <form className="space-y-5" onSubmit={(event) => void submit(event)}>
          <AbsenceFields {...props} state={state} />
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={save.isPending}>
              {save.isPending ? 'Saving…' : 'Save'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
