'use client'

import { PlusIcon, XIcon } from 'lucide-react'
import { useState } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { SimpleValue } from '#components/shared/fields/simple-value'
import { Button } from '#components/ui/input/button'
import { countOf } from '#lib/domain/count-of'
import {
  answerKinds,
  fieldsAt,
  firstOfKind,
  itemsOf,
  kindOfAnswer,
  kindsAt,
  nextItem,
  partFor,
  textChoices,
  type AnswerKind,
} from './answer-shape.ts'

type Schema = Record<string, unknown>

type Props = {
  label: string
  schema: Schema
  value: unknown
  onChange(value: unknown): void
  /** It may be left out. */
  optional?: boolean
  onRemove?: (() => void) | undefined
}

/** Items and fields beyond these are shown when somebody asks for them. */
const shownAtFirst = 20

/** A value of what a step gave, as fields: by the schema of the step, else by what it is. */
export function AnswerValue(props: Props) {
  const { label, schema, value, onChange, optional = false, onRemove } = props
  const kind = kindOfAnswer(value)
  const part = partFor(schema, kind)
  const isGroup = kind === 'fields' || kind === 'list'
  const head = (
    <Head
      {...{ label, kind, optional, onRemove }}
      kinds={kindsAt(schema, value, optional)}
      onKind={(next) => onChange(firstOfKind(schema, next))}
    />
  )
  if (!isGroup)
    return (
      <div className="space-y-1">
        {head}
        <One {...{ label, part, value, onChange }} />
      </div>
    )
  const inner = { part, onChange }
  return (
    <div role="group" aria-label={label} className="min-w-0 space-y-2">
      {head}
      <div className="space-y-3 border-l-2 pl-3">
        {kind === 'list' ? (
          <Items {...inner} label={label} list={value as unknown[]} />
        ) : (
          <Fields {...inner} value={value as Schema} />
        )}
      </div>
    </div>
  )
}

type HeadProps = Pick<Props, 'label' | 'onRemove'> & {
  kind: AnswerKind
  kinds: AnswerKind[]
  onKind(kind: AnswerKind): void
}

/** The name of a value, and what it is where it may be several things. */
function Head({ label, kind, kinds, onKind, onRemove }: HeadProps) {
  return (
    <div className="flex min-h-7 items-center gap-2">
      <span aria-hidden className="min-w-0 flex-1 truncate text-sm font-medium">
        {label}
      </span>
      {kinds.length > 1 ? (
        <NativeSelect
          aria-label={`Kind of ${label}`}
          className="h-7 w-auto text-xs"
          value={kind}
          onChange={(event) => onKind(event.target.value as AnswerKind)}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {answerKinds[one]}
            </option>
          ))}
        </NativeSelect>
      ) : null}
      {onRemove ? (
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${label}`}
          onClick={onRemove}
        >
          <XIcon aria-hidden />
        </Button>
      ) : null}
    </div>
  )
}

type OneProps = Pick<Props, 'label' | 'value' | 'onChange'> & { part: Schema }

function One({ label, part, value, onChange }: OneProps) {
  const choices = textChoices(part)
  if (choices === undefined || typeof value !== 'string')
    return <SimpleValue {...{ label, value, onChange }} />
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {[...new Set([value, ...choices])].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </NativeSelect>
  )
}

type FieldsProps = { part: Schema; value: Schema; onChange(value: Schema): void }

function Fields({ part, value, onChange }: FieldsProps) {
  const fields = fieldsAt(part, value)
  const more = useMore(fields.length)
  if (fields.length === 0) return <p className="text-sm text-muted-foreground">No fields.</p>
  return (
    <>
      {fields.slice(0, more.shown).map(({ name, label, schema, required }) => (
        <AnswerValue
          key={name}
          label={label}
          schema={schema}
          value={value[name]}
          optional={!required}
          onChange={(next) => {
            const { [name]: _old, ...others } = value
            onChange(next === undefined ? others : { ...value, [name]: next })
          }}
        />
      ))}
      {more.button}
    </>
  )
}

type ItemsProps = {
  label: string
  part: Schema
  list: unknown[]
  onChange(list: unknown[]): void
}

function Items({ label, part, list, onChange }: ItemsProps) {
  const more = useMore(list.length)
  return (
    <>
      {list.slice(0, more.shown).map((item, index) => (
        <AnswerValue
          // oxlint-disable-next-line react/no-array-index-key -- items have no other name
          key={index}
          label={`${label} ${index + 1}`}
          schema={itemsOf(part)}
          value={item}
          onChange={(next) => onChange(list.with(index, next))}
          onRemove={() => onChange(list.toSpliced(index, 1))}
        />
      ))}
      {more.button}
      <Button
        type="button"
        size="sm"
        variant="outline"
        className="max-w-full"
        onClick={() => onChange([...list, nextItem(part, list)])}
      >
        <PlusIcon aria-hidden /> <span className="truncate">Add to {label}</span>
      </Button>
    </>
  )
}

/** How many of several are shown, and the button for all. */
function useMore(count: number) {
  const [isAll, setIsAll] = useState(false)
  const left = count - shownAtFirst
  if (isAll || left <= 0) return { shown: count, button: null }
  return {
    shown: shownAtFirst,
    button: (
      <Button
        type="button"
        size="sm"
        variant="link"
        className="px-0"
        onClick={() => setIsAll(true)}
      >
        Show {countOf(left, 'more', 'more')}
      </Button>
    ),
  }
}
