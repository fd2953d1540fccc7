'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Labelled } from '#components/shared/fields/labelled'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { SettingsSection } from '#components/settings/settings-section'
import { Button } from '#components/ui/input/button'
import { Checkbox } from '#components/ui/input/checkbox'
import { Input } from '#components/ui/input/input'
import {
  getNotificationChoicesContract,
  setNotificationChoicesContract,
  type ChosenNotifications,
} from '#lib/contracts/organization/notifications'
import {
  notificationKinds,
  type NotificationChoices,
  type NotificationKind,
  type NotificationWays,
} from '#lib/domain/notification/choices'
import { call } from '#lib/http/client'
import { BrowserSwitch } from './browser-switch.tsx'
import { kindWords } from './kind-words.ts'

const mailWords: Record<NotificationWays['mail'], string> = {
  'at-once': 'Mail at once',
  daily: 'In the daily mail',
  none: 'No mail',
}

type KindProps = {
  kind: NotificationKind
  ways: NotificationWays
  onChange(ways: NotificationWays): void
}

/** The ways of one kind: a row of the table, on a phone a card. */
function KindRow({ kind, ways, onChange }: KindProps) {
  const { title } = kindWords[kind]
  const box = (way: 'inProduct' | 'push', label: string) => (
    <label className="flex min-h-9 items-center gap-2 text-sm">
      <Checkbox
        checked={ways[way]}
        onCheckedChange={(checked) => onChange({ ...ways, [way]: checked === true })}
      />
      {label}
      <span className="sr-only">: {title}</span>
    </label>
  )
  return (
    <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2.5">
      <legend className="float-left min-w-0 flex-1 basis-72 text-sm font-medium">{title}</legend>
      {box('inProduct', 'Bell')}
      {box('push', 'Browser')}
      <NativeSelect
        className="w-44"
        aria-label={`Mail: ${title}`}
        value={ways.mail}
        onChange={({ target }) =>
          onChange({ ...ways, mail: target.value as NotificationWays['mail'] })
        }
      >
        {Object.entries(mailWords).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </NativeSelect>
    </fieldset>
  )
}

type PartProps = { choices: NotificationChoices; onChange(choices: NotificationChoices): void }

const usualQuiet = { from: '19:00', until: '07:00' }

/** When mails and messages to browsers come, by the clock of the organization. */
function Hours({ choices, onChange, timeZone }: PartProps & { timeZone: string }) {
  const { quietHours, dailyAt } = choices
  const quiet = (change: Partial<typeof usualQuiet>) =>
    onChange({ ...choices, quietHours: { ...(quietHours ?? usualQuiet), ...change } })
  return (
    <div className="space-y-3">
      <Labelled id="daily-at" label="The daily mail comes at">
        <Input
          id="daily-at"
          type="time"
          required
          className="w-36"
          value={dailyAt}
          onChange={({ target }) => onChange({ ...choices, dailyAt: target.value })}
        />
      </Labelled>
      <label className="flex min-h-9 items-center gap-2 text-sm">
        <Checkbox
          checked={quietHours !== null}
          onCheckedChange={(checked) =>
            onChange({ ...choices, quietHours: checked === true ? usualQuiet : null })
          }
        />
        Quiet hours: mails and messages to browsers wait until they are over
      </label>
      {quietHours ? (
        <div className="flex flex-wrap gap-4">
          <Labelled id="quiet-from" label="From">
            <Input
              id="quiet-from"
              type="time"
              required
              className="w-36"
              value={quietHours.from}
              onChange={({ target }) => quiet({ from: target.value })}
            />
          </Labelled>
          <Labelled id="quiet-until" label="Until">
            <Input
              id="quiet-until"
              type="time"
              required
              className="w-36"
              value={quietHours.until}
              onChange={({ target }) => quiet({ until: target.value })}
            />
          </Labelled>
        </div>
      ) : null}
      <p className="text-sm text-muted-foreground">Times are those of {timeZone}.</p>
    </div>
  )
}

function ChoicesForm({ saved }: { saved: ChosenNotifications }) {
  const client = useQueryClient()
  const [choices, setChoices] = useState(saved.choices)
  const save = useMutation({
    mutationFn: () =>
      call(setNotificationChoicesContract, { body: { choices, revision: saved.revision } }),
    onSuccess: () => {
      toast.success('Saved.')
      return refresh(client, getNotificationChoicesContract)
    },
  })
  return (
    <form
      className="space-y-8"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <SettingsSection
        title="What you are told, and how"
        description="Mails and messages to browsers never say who a case is about."
      >
        <div className="divide-y rounded-lg border bg-card">
          {notificationKinds.map((kind) => (
            <KindRow
              key={kind}
              kind={kind}
              ways={choices.kinds[kind]}
              onChange={(ways) =>
                setChoices({ ...choices, kinds: { ...choices.kinds, [kind]: ways } })
              }
            />
          ))}
        </div>
      </SettingsSection>
      <SettingsSection title="When">
        <Hours choices={choices} onChange={setChoices} timeZone={saved.timeZone} />
      </SettingsSection>
      {save.error ? (
        <p role="alert" className="text-sm text-destructive">
          {save.error.message}
        </p>
      ) : null}
      <Button type="submit" disabled={save.isPending}>
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}

/** How the signed-in person is told of what concerns them. */
export function NotificationSettings() {
  const query = useQuery({
    ...queryOf(getNotificationChoicesContract),
    refetchOnWindowFocus: false,
  })
  return (
    <Loaded
      query={query}
      what="Your choices"
      loading={<LoadingRows label="Loading your choices" rows={6} rowClass="h-12 w-full" />}
    >
      {(saved) => (
        <div className="space-y-8">
          <ChoicesForm key={saved.revision} saved={saved} />
          <SettingsSection title="This browser">
            <BrowserSwitch />
          </SettingsSection>
        </div>
      )}
    </Loaded>
  )
}
