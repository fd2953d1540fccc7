'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PencilIcon, PlusIcon, UndoIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { SettingsSection } from '#components/settings/settings-section'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { refresh } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import type { AbsencesView, AbsenceView } from '#lib/contracts/organization/absences'
import { absenceApi, type AbsenceApi } from './absence-api.ts'
import { daysWords, doneWords, heldWords } from './absence-words.ts'

const AbsenceDialog = dialogLater(async () => (await import('./absence-dialog.tsx')).AbsenceDialog)

type Who = {
  /** The member whose absences these are; undefined: one's own. */
  memberId?: string
  name: string
  /** Whether one may look for people who stand in. */
  canChoose: boolean
}

function StandIn({ absence: { delegate } }: { absence: AbsenceView }) {
  if (!delegate) return <p>Nobody stands in: new cases stay with their groups.</p>
  return (
    <>
      <p>{delegate.name} stands in.</p>
      {delegate.away ? (
        <p className="font-medium">
          {delegate.name} is away {daysWords(delegate.away)}, too. Then their own stand-in gets new
          cases, if there is one.
        </p>
      ) : null}
    </>
  )
}

type ItemProps = {
  absence: AbsenceView
  isOwn: boolean
  onChange(): void
  onEnd(): void
}

function Absence({ absence, isOwn, onChange, onEnd }: ItemProps) {
  const { state, note, heldCases, delegate, begunAt, setBy } = absence
  const days = daysWords(absence)
  const isNow = state === 'now'
  const back = isOwn ? 'I’m back' : 'End it'
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72 space-y-0.5 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {days}
          {isNow ? <Badge>Now</Badge> : null}
        </p>
        <StandIn absence={absence} />
        <p className="text-muted-foreground">
          {begunAt ? doneWords(absence) : heldWords(heldCases, delegate?.name ?? null)}
        </p>
        {note ? <p className="wrap-anywhere text-muted-foreground">“{note}”</p> : null}
        <p className="text-xs text-muted-foreground">Entered by {setBy}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onChange}>
          <PencilIcon aria-hidden /> Change<span className="sr-only"> {days}</span>
        </Button>
        <ConfirmButton
          icon={UndoIcon}
          label={isNow ? back : 'Cancel it'}
          about={days}
          title={isNow ? 'End this absence?' : 'Cancel this absence?'}
          description={
            isNow
              ? 'New cases come again from now on. What went to somebody else stays with them.'
              : `It will not begin: ${days}.`
          }
          confirm={isNow ? back : 'Cancel the absence'}
          keep="Keep it"
          onConfirm={onEnd}
        />
      </div>
    </li>
  )
}

/** For whom somebody stands in, now or later. */
function StandsIn({ people }: { people: AbsencesView['standsInFor'] }) {
  if (people.length === 0) return null
  return (
    <div className="space-y-2">
      <h3 className="text-sm font-medium">Stands in for</h3>
      <ul className="divide-y rounded-lg border bg-card text-sm">
        {people.map(({ userId, name, note, ...days }) => (
          <li key={`${userId}-${days.firstDay}`} className="px-4 py-2.5">
            {name}, {daysWords(days)}
            {note ? <span className="block text-muted-foreground">“{note}”</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

type ListProps = { view: AbsencesView; api: AbsenceApi; isOwn: boolean }

function List({
  view,
  api,
  isOwn,
  onChange,
}: ListProps & { onChange(absence: AbsenceView): void }) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: (id: string) => api.end(id),
    onSuccess: () => toast.success('Saved.'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, api.contract),
  })
  return (
    <div className="space-y-4">
      {view.items.length === 0 ? (
        <p className="text-sm text-muted-foreground">No absence is entered.</p>
      ) : (
        <ul aria-label="Absences" className="divide-y rounded-lg border bg-card">
          {view.items.map((absence) => (
            <Absence
              key={absence.id}
              absence={absence}
              isOwn={isOwn}
              onChange={() => onChange(absence)}
              onEnd={() => end.mutate(absence.id)}
            />
          ))}
        </ul>
      )}
      <StandsIn people={view.standsInFor} />
    </div>
  )
}

/** When a person is away, and who stands in for them. */
export function Absences({ memberId, name, canChoose }: Who) {
  const api = absenceApi(memberId)
  const query = useQuery(api.read())
  const [asked, setAsked] = useState<AbsenceView | 'new'>()
  const isOwn = memberId === undefined
  return (
    <SettingsSection
      title={isOwn ? 'When you are away' : 'Absence'}
      description={
        `While ${isOwn ? 'you are' : `${name} is`} away, what would come to ` +
        `${isOwn ? 'you' : 'them'} goes to who stands in, if they may do it. Else it stays with ` +
        'its group.'
      }
      action={
        <Button variant={isOwn ? 'default' : 'outline'} onClick={() => setAsked('new')}>
          <PlusIcon aria-hidden /> Enter an absence
        </Button>
      }
    >
      <Loaded
        query={query}
        what="The absences"
        loading={<LoadingRows label="Loading the absences" rows={1} rowClass="h-24 w-full" />}
      >
        {(view) => (
          <>
            <List view={view} api={api} isOwn={isOwn} onChange={setAsked} />
            <AbsenceDialog
              key={asked === 'new' ? 'new' : asked?.id}
              open={asked !== undefined}
              absence={asked === 'new' ? undefined : asked}
              view={view}
              api={api}
              name={isOwn ? undefined : name}
              canChoose={canChoose}
              onClose={() => setAsked(undefined)}
            />
          </>
        )}
      </Loaded>
    </SettingsSection>
  )
}
