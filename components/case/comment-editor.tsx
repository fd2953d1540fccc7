'use client'

import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { discard, load, store } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import { formatDate } from '#components/shared/display/format'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { Textarea } from '#components/ui/input/textarea'
import { maxCommentLength, type Mentionable } from '#lib/contracts/runs/comments'
import type { CommentPlace } from './comment-place.ts'
import { typedName } from './typed-name.ts'
import { useMention } from './use-mention.ts'
import { nothingWritten, type Written } from './written.ts'

type Props = {
  place: CommentPlace
  label: string
  action: string
  start?: Written | undefined
  /** Whether the field takes the focus when it appears, because a person asked for it. */
  takesFocus?: boolean
  /** Where this tab stores an unsent text. */
  memory?: string
  failure: string | undefined
  onSave(written: Written): Promise<unknown>
  onCancel?(): void
}

/** The typed text and the people chosen for it, which this tab stores until it is sent. */
function useWritten({ start = nothingWritten, memory }: Pick<Props, 'start' | 'memory'>) {
  const owner = useOwner()
  const [written, setWritten] = useState<Written>(start)
  useEffect(() => {
    const before = memory === undefined ? undefined : load<Written>('tab', owner, memory)
    if (before) setWritten(before)
  }, [owner, memory])
  const write = (next: Written) => {
    setWritten(next)
    if (memory === undefined) return
    if (next.text === '') discard('tab', owner, memory)
    else store('tab', owner, memory, next)
  }
  return { written, write }
}

type ListProps = {
  id: string
  people: Mentionable[]
  current: Mentionable | undefined
  onChoose(person: Mentionable): void
}

function People({ id, people, current, onChoose }: ListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Members"
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-60 overflow-y-auto rounded-md border bg-popover p-1 text-popover-foreground shadow-md"
    >
      {people.map((person) => (
        <div
          key={person.userId}
          id={`${id}-${person.userId}`}
          role="option"
          aria-selected={person === current}
          className={cn(
            'cursor-default rounded-sm px-2 py-1.5 text-sm',
            person === current && 'bg-accent text-accent-foreground',
          )}
          // The field stays in focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          {person.name}
          {person.awayUntil ? (
            <span className="block text-xs text-muted-foreground">
              away until {formatDate(person.awayUntil)}
            </span>
          ) : null}
        </div>
      ))}
    </div>
  )
}

const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The field of a comment with the list of members that opens behind an @. */
function useCommentField({
  place,
  written,
  write,
}: ReturnType<typeof useWritten> & Pick<Props, 'place'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const typed = closedAt === caret ? undefined : typedName(written.text, caret)
  const mention = useMention(place, typed)

  function choose({ userId: id, name }: Mentionable) {
    // Without what is said of them only now.
    const person = { userId: id, name }
    const end = caret - (typed?.length ?? 0)
    const head = `${written.text.substring(0, end)}${person.name} `
    const others = written.mentions.filter(({ userId }) => userId !== person.userId)
    write({ text: head + written.text.substring(caret), mentions: [...others, person] })
    setCaret(head.length)
    setClosedAt(head.length)
    mention.choose(0)
    requestAnimationFrame(() => field.current?.setSelectionRange(head.length, head.length))
  }

  /** Whether the key was for the list. */
  function onListKey(event: KeyboardEvent): boolean {
    const { people, current, chosen } = mention
    if (!current || event.nativeEvent.isComposing) return false
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const move = moves[event.key]
    if (move !== undefined) mention.choose((chosen + move + people.length) % people.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(current)
    else if (event.key === 'Escape') setClosedAt(caret)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const look = () => setCaret(field.current?.selectionStart ?? 0)
  return { field, mention, choose, onListKey, look, setCaret }
}

type FieldProps = ReturnType<typeof useWritten> &
  Pick<Props, 'place' | 'label' | 'failure' | 'takesFocus'> & { onSave(): void }

/**
 * The field of a comment; an @ opens a list of members. It is no combobox, because HTML gives a text
 * of several lines no other role.
 */
function CommentField(props: FieldProps) {
  const { place, label, failure, takesFocus, written, write, onSave } = props
  const id = useId()
  const { field, mention, choose, onListKey, look, setCaret } = useCommentField({
    place,
    written,
    write,
  })
  useEffect(() => {
    const { current } = field
    if (!takesFocus || !current) return
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
  }, [takesFocus, field])
  const isOpen = mention.people.length > 0
  const listId = `${id}-people`
  return (
    <>
      <div className="relative">
        <Textarea
          ref={field}
          aria-label={label}
          aria-haspopup="listbox"
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={
            mention.current ? `${listId}-${mention.current.userId}` : undefined
          }
          aria-describedby={failure ? `${id}-failure` : undefined}
          placeholder="Write to your colleagues; @ mentions one."
          rows={3}
          maxLength={maxCommentLength}
          value={written.text}
          onChange={({ target }) => {
            write({ ...written, text: target.value })
            setCaret(target.selectionStart)
          }}
          onSelect={look}
          onKeyDown={(event) => {
            if (onListKey(event)) return
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
          }}
        />
        {isOpen ? (
          <People id={listId} people={mention.people} current={mention.current} onChoose={choose} />
        ) : null}
      </div>
      {failure ? (
        <p id={`${id}-failure`} role="alert" className="text-sm text-destructive">
          {failure}
        </p>
      ) : null}
    </>
  )
}

/** Writes a comment; Ctrl or ⌘ with Enter saves. The text stays when saving fails. */
export function CommentEditor(props: Props) {
  const { place, label, action, failure, onSave, onCancel } = props
  const text = useWritten(props)
  const { written, write } = text
  const [busy, setBusy] = useState(false)
  const isEmpty = written.text.trim() === ''

  async function save() {
    if (busy || isEmpty) return
    setBusy(true)
    const mentions = written.mentions.filter(({ name }) => written.text.includes(`@${name}`))
    await onSave({ text: written.text.trim(), mentions }).then(
      () => write(nothingWritten),
      // The reason is shown below the field.
      () => undefined,
    )
    setBusy(false)
  }

  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <CommentField
        place={place}
        label={label}
        failure={failure}
        takesFocus={props.takesFocus}
        onSave={() => void save()}
        {...text}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" disabled={busy || isEmpty}>
          {busy ? 'Sending…' : action}
        </Button>
        {onCancel ? (
          <Button type="button" variant="ghost" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  )
}
