'use client'

import { useId, useState } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Switch } from '#components/ui/input/switch'
import { Textarea } from '#components/ui/input/textarea'
import { mailRulesSchema, type MailRules } from '#lib/domain/received-mail'

const sendersOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

function Choice({
  label,
  help,
  checked,
  onChange,
}: {
  label: string
  help: string
  checked: boolean
  onChange(checked: boolean): void
}) {
  const id = useId()
  return (
    <div className="space-y-1">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <Switch
          id={id}
          checked={checked}
          aria-describedby={`${id}-help`}
          onCheckedChange={onChange}
        />
      </div>
      <p id={`${id}-help`} className="text-xs text-muted-foreground">
        {help}
      </p>
    </div>
  )
}

/** Switches of the rules. */
function Choices({ draft, onChange }: { draft: MailRules; onChange(draft: MailRules): void }) {
  return (
    <>
      <Choice
        label="Only proven senders"
        help="SPF or DKIM must pass for the domain of the sender’s address."
        checked={draft.requireProven}
        onChange={(requireProven) => onChange({ ...draft, requireProven })}
      />
      <Choice
        label="Also automatic mails"
        help="Such as of a scanner. Answers of absent people and mailing lists never start a run."
        checked={draft.acceptAutomatic}
        onChange={(acceptAutomatic) => onChange({ ...draft, acceptAutomatic })}
      />
    </>
  )
}

/** Which mails may start the workflow; saved together. */
export function MailRulesForm({
  rules,
  isSaving,
  onSave,
}: {
  rules: MailRules
  isSaving: boolean
  onSave(rules: MailRules): void
}) {
  const [senders, setSenders] = useState(rules.senders.join('\n'))
  const [draft, setDraft] = useState(rules)
  const next = { ...draft, senders: sendersOf(senders) }
  const parsed = mailRulesSchema.safeParse(next)
  const [issue] = parsed.success ? [] : parsed.error.issues
  const isChanged = JSON.stringify(next) !== JSON.stringify(rules)
  const id = useId()
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (parsed.success) onSave(parsed.data)
      }}
    >
      <Labelled
        id={`${id}-senders`}
        label="Allowed senders"
        help="Addresses and domains, each on its line. Empty: everybody. An address can be forged unless senders must be proven."
        error={issue?.path[0] === 'senders' ? issue.message : undefined}
      >
        <Textarea
          id={`${id}-senders`}
          rows={3}
          value={senders}
          placeholder="clinic.example.com"
          onChange={(event) => setSenders(event.target.value)}
        />
      </Labelled>
      <Labelled
        id={`${id}-subject`}
        label="Subject contains"
        help="Empty: every subject."
        error={issue?.path[0] === 'subjectContains' ? issue.message : undefined}
      >
        <Input
          id={`${id}-subject`}
          maxLength={200}
          value={draft.subjectContains}
          onChange={(event) => setDraft({ ...draft, subjectContains: event.target.value })}
        />
      </Labelled>
      <Choices draft={draft} onChange={setDraft} />
      <Button type="submit" size="sm" disabled={!isChanged || !parsed.success || isSaving}>
        Save the rules
      </Button>
    </form>
  )
}
