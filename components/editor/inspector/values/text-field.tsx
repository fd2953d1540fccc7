'use client'

import type { FieldProps } from '@rjsf/utils'
import { lazy, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { ReadOnly } from '#components/code/read-only'
import { loadCode } from '#components/shared/loading/load-code'
import { cn } from '#components/ui/cn'
import type { InsertedValue } from '#lib/domain/expressions/written/template'
import { takeNoValues, takeValues } from '../../data/insert-target.ts'
import { ExpressionScope } from '../config/expression-scope.ts'
import { AddressBase } from '../config/known.ts'
import { fieldFrame } from './field-frame.ts'
import { InsertValue } from './insert-value.tsx'
import { documentOfValue, valueOfDocument, type TextKind } from './field-text.ts'
import { partsOfDocument, pillsIn, type Pill } from './pill-document.ts'
import { pillClass } from './pill-class.ts'
import type { PillHandle } from './pill-editor-props.ts'
import { TextPreview } from './text-preview.tsx'
import { firstFormat } from './value-formats.ts'
import { labelOfValue, seenValue, textItems } from './value-names.ts'
import { ValueSettings } from './value-settings.tsx'
import { WholeAddress } from './whole-address.tsx'

const PillEditor = lazy(() => loadCode(() => import('./pill-editor.tsx')))

/**
 * The document of a field. What the field itself wrote is not read again: the document would lose
 * its cursor. Anything else (undo, another person) replaces it.
 */
function useDocument(formData: unknown, kind: TextKind, change: (value: unknown) => void) {
  const [text, setText] = useState(() => documentOfValue(formData) ?? '')
  const written = useRef(JSON.stringify(formData))
  const outside = JSON.stringify(formData)
  useEffect(() => {
    if (outside === written.current) return
    written.current = outside
    setText(documentOfValue(outside === undefined ? undefined : JSON.parse(outside)) ?? '')
  }, [outside])
  const write = (next: string) => {
    setText(next)
    const value = valueOfDocument(next, kind)
    written.current = JSON.stringify(value)
    change(value)
  }
  return { text, write }
}

/** What the editor knows of the values of the step. */
function useValues() {
  const { items, sample } = useContext(ExpressionScope)
  const shown = textItems(items)
  const inserted = (path: string): InsertedValue => {
    const format = firstFormat(items.find((one) => one.path === path)?.schema)
    return { path, ...(format ? { format } : {}) }
  }
  const choices = () =>
    shown.map(({ path, title = path, from = '' }) => {
      const seen = seenValue(sample, path)
      return { path, title, from, seen: seen?.known ? seen.text : '' }
    })
  const labelOf = ({ path }: InsertedValue) => labelOfValue(items, path)
  return { items, sample, shown, inserted, choices, labelOf }
}

type Values = ReturnType<typeof useValues>

/** A text into which values of earlier steps are put; without any, it stays a fixed text. */
export function TextField(props: FieldProps) {
  const { formData, onChange, fieldPathId, schema, uiSchema, name, disabled } = props
  const kind = (uiSchema?.['ui:text'] ?? { prose: true }) as TextKind
  const readOnly = useContext(ReadOnly) || disabled === true
  const id = fieldPathId.$id
  const values = useValues()
  const { text, write } = useDocument(formData, kind, (value) =>
    onChange(value, fieldPathId.path, undefined, id),
  )
  const handle = useRef<PillHandle>(undefined)
  const [current, setCurrent] = useState<Pill>()
  useEffect(() => () => takeNoValues(id), [id])
  const insert = (path: string) => handle.current?.insert(values.inserted(path))
  const base = useContext(AddressBase)
  const label = String(schema.title ?? name)
  const takes = { id, label, insert }
  const here = pillsIn(text).find((pill) => pill.from === current?.from && pill.to === current.to)
  return (
    <div
      className="space-y-1.5"
      onFocusCapture={() => {
        if (!readOnly) takeValues(takes)
      }}
    >
      <TextFrame
        id={id}
        label={label}
        kind={kind}
        text={text}
        values={values}
        readOnly={readOnly}
        invalid={(props.rawErrors ?? []).length > 0}
        onReady={(ready) => {
          handle.current = ready
        }}
        onInsert={insert}
        onText={write}
        onCurrent={setCurrent}
      />
      {here && !readOnly ? (
        <ValueSettings
          title={values.labelOf(here.value)}
          value={here.value}
          schema={values.items.find(({ path }) => path === here.value.path)?.schema}
          onChange={(value) => handle.current?.replace(here, value)}
        />
      ) : null}
      {kind.isPath === true && base !== undefined ? (
        <WholeAddress base={base} parts={partsOfDocument(text)} labelOf={values.labelOf} />
      ) : null}
      <TextPreview id={`${id}-preview`} parts={partsOfDocument(text)} sample={values.sample} />
    </div>
  )
}

type FrameProps = {
  id: string
  label: string
  kind: TextKind
  text: string
  values: Values
  readOnly: boolean
  invalid: boolean
  onReady(handle: PillHandle): void
  onInsert(path: string): void
  onText(text: string): void
  onCurrent(pill: Pill | undefined): void
}

/** The text, with the button that lists all values in its corner. */
function TextFrame(props: FrameProps) {
  const { id, label, kind, text, values, readOnly, invalid } = props
  return (
    <div className={cn(fieldFrame, invalid ? 'border-destructive' : 'border-input')}>
      <div className="min-w-0 grow">
        <Suspense fallback={<PlainText text={text} labelOf={values.labelOf} rows={kind.rows} />}>
          <PillEditor
            id={id}
            label={label}
            text={text}
            onChange={props.onText}
            choices={values.choices}
            inserted={values.inserted}
            labelOf={values.labelOf}
            names={pillsIn(text)
              .map(({ value }) => values.labelOf(value))
              .join('\n')}
            rows={kind.rows}
            readOnly={readOnly}
            invalid={invalid}
            describedBy={`${id}-preview`}
            hint={kind.hint ?? 'Text; / inserts a value'}
            onCurrent={props.onCurrent}
            onReady={props.onReady}
          />
        </Suspense>
      </div>
      {readOnly ? null : (
        <InsertValue
          compact
          items={values.shown}
          sample={values.sample}
          label={label}
          onInsert={props.onInsert}
        />
      )}
    </div>
  )
}

type PlainProps = {
  text: string
  labelOf(value: InsertedValue): string
  rows: number | undefined
}

/** The text until the editor is there, in its place. */
function PlainText({ text, labelOf, rows = 1 }: PlainProps) {
  const parts = partsOfDocument(text)
  return (
    <div
      data-field-later
      className="px-[11px] py-[7px] text-sm leading-5 whitespace-pre-wrap"
      style={{ minHeight: rows * 20 + 14 }}
    >
      {parts.map((part, index) =>
        'text' in part ? (
          part.text
        ) : (
          <span key={index} className={pillClass}>
            {labelOf(part.value)}
          </span>
        ),
      )}
    </div>
  )
}
