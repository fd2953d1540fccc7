'use client'

import type { FieldProps } from '@rjsf/utils'
import { errorId } from '@rjsf/utils'
import { PenLineIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { useHydrated } from '#components/ui/input/use-hydrated'
import { statementOf, type Signature } from '#lib/domain/form/signature'
import { inLanguage } from '#lib/domain/form/texts/in-language'
import { FieldDescription } from '../help/field-description.tsx'
import { RequiredMark } from '../theme/required-mark.tsx'
import { useFormTexts } from '../texts.ts'
import { UploadRow } from '../uploads/upload-row.tsx'
import { useUploads } from '../uploads/use-uploads.ts'

/** Drawing is rare: forms load it when somebody chooses it. */
const DrawSignature = lazy(async () => ({
  default: (await loadCode(() => import('./draw-signature.tsx'))).DrawSignature,
}))

type Kind = Signature['kind']
const kinds = [
  { kind: 'drawn', title: 'sign.draw' },
  { kind: 'typed', title: 'sign.type' },
] as const

function signatureOf(value: unknown): Signature | undefined {
  const kind = (value as { kind?: unknown } | undefined)?.kind
  return kind === 'drawn' || kind === 'typed' ? (value as Signature) : undefined
}

type ChoiceProps = { name: string; kind: Kind; disabled: boolean; onChange(kind: Kind): void }

function KindChoice({ name, kind, disabled, onChange }: ChoiceProps) {
  const { text } = useFormTexts()
  return (
    <div className="flex flex-wrap gap-4">
      {kinds.map((one) => (
        <label key={one.kind} className="flex min-h-6 items-center gap-2 text-sm">
          <input
            type="radio"
            name={name}
            className="size-4 accent-primary"
            checked={kind === one.kind}
            disabled={disabled}
            onChange={() => onChange(one.kind)}
          />
          {text(one.title)}
        </label>
      ))}
    </div>
  )
}

type DrawnProps = { picture: string | undefined; disabled: boolean; onAgain(): void }

/** A signature that was drawn and stored; after a reload the page has no picture of it. */
function Drawn({ picture, disabled, onAgain }: DrawnProps) {
  const { text } = useFormTexts()
  return (
    <div className="space-y-2">
      {picture ? (
        // oxlint-disable-next-line next/no-img-element -- a picture of this page, not of the server
        <img
          src={picture}
          alt={text('sign.picture')}
          className="block aspect-[3/1] w-full max-w-lg rounded-md border bg-white"
        />
      ) : (
        <p className="flex items-center gap-2 rounded-md border px-3 py-2 text-sm">
          <PenLineIcon aria-hidden className="size-4 text-muted-foreground" />{' '}
          {text('sign.by hand')}
        </p>
      )}
      <Button type="button" size="sm" variant="outline" disabled={disabled} onClick={onAgain}>
        {text('sign.again')}
      </Button>
    </div>
  )
}

type TypedProps = {
  id: string
  name: string
  invalid: boolean
  disabled: boolean
  describedBy: string
  onChange(name: string): void
}

function Typed({ id, name, invalid, disabled, describedBy, onChange }: TypedProps) {
  const { text } = useFormTexts()
  return (
    <div className="max-w-lg space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {text('sign.name')}
      </label>
      <Input
        id={id}
        autoComplete="name"
        value={name}
        disabled={disabled}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** The picture of this visit, for the person to see; it is stored by `image.id`. */
function usePicture() {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    if (!picture) return undefined
    return () => URL.revokeObjectURL(picture)
  }, [picture])
  return { picture, show: (file: File) => setPicture(URL.createObjectURL(file)) }
}

/** What was signed, how the person signs, and the changes of both. */
function useSignature({ formData, onChange, fieldPathId }: FieldProps) {
  const value = signatureOf(formData)
  const [kind, setKind] = useState<Kind>(value?.kind ?? 'drawn')
  const [typed, setTyped] = useState(value?.kind === 'typed' ? value.name : '')
  const [fault, setFault] = useState('')
  const { picture, show } = usePicture()
  const write = (next: Signature | undefined) => onChange(next, fieldPathId.path)
  const { uploads, add, tryAgain, remove } = useUploads(fieldPathId.$id, (image) =>
    write({ kind: 'drawn', image }),
  )
  const writeName = (name: string) =>
    write(name.trim().length > 1 ? { kind: 'typed', name } : undefined)
  const choose = (next: Kind) => {
    setKind(next)
    for (const upload of uploads) remove(upload)
    writeName(next === 'typed' ? typed : '')
  }
  const type = (name: string) => {
    setTyped(name)
    writeName(name)
  }
  const draw = (file: File) => {
    setFault('')
    show(file)
    add([file])
  }
  const again = () => write(undefined)
  const isDrawn = value?.kind === 'drawn'
  const shown = { kind, typed, fault, picture, isDrawn, uploads }
  return { ...shown, choose, type, draw, again, setFault, tryAgain, remove }
}

type PartProps = {
  signature: ReturnType<typeof useSignature>
  label: string
  disabled: boolean
}

const emptyPad = <div className="aspect-[3/1] w-full max-w-lg rounded-md border" />

/** The pad to draw on. */
function Pad({ signature, label, disabled }: PartProps) {
  // The server of shared forms draws nothing that has to be loaded first: the whole form would fail.
  if (!useHydrated()) return emptyPad
  return (
    <Suspense fallback={emptyPad}>
      <DrawSignature
        label={label}
        disabled={disabled}
        onFault={signature.setFault}
        onDrawn={signature.draw}
      />
    </Suspense>
  )
}

/** The pad, what was drawn on it, or its way to the server. */
function DrawnPart(props: PartProps) {
  const { signature, disabled } = props
  const { isDrawn, picture, uploads, fault } = signature
  const texts = useFormTexts()
  return (
    <>
      {isDrawn ? <Drawn picture={picture} disabled={disabled} onAgain={signature.again} /> : null}
      {!isDrawn && uploads.length === 0 ? <Pad {...props} /> : null}
      <ul className="space-y-1 empty:hidden">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onTryAgain={() => signature.tryAgain(upload)}
            onRemove={() => signature.remove(upload)}
          />
        ))}
      </ul>
      <p role="alert" className="text-sm text-destructive empty:hidden">
        {fault === '' ? null : (inLanguage(texts, fault) ?? fault)}
      </p>
    </>
  )
}

/**
 * A signature (`x-formFieldType: "signature"`): drawn and uploaded as a picture, or the typed name,
 * under the sentence that is agreed to.
 */
export function SignatureField(props: FieldProps) {
  const { schema, fieldPathId, required, disabled, readonly, name, rawErrors = [] } = props
  const id = useId()
  const signature = useSignature(props)
  const texts = useFormTexts()
  const isLocked = Boolean(disabled || readonly)
  const label = schema.title ?? name
  const { kind, typed } = signature
  return (
    <fieldset
      id={fieldPathId.$id}
      tabIndex={-1}
      className="min-w-0 space-y-3 outline-none"
      aria-describedby={`${id}-statement`}
    >
      <legend className="mb-1.5 text-sm font-medium wrap-anywhere">
        {label}
        {required ? <RequiredMark /> : null}
      </legend>
      {schema.description ? <FieldDescription text={schema.description} /> : null}
      <p id={`${id}-statement`} className="text-sm">
        {statementOf(schema as Record<string, unknown>, texts)}
      </p>
      <KindChoice name={`${id}-kind`} kind={kind} disabled={isLocked} onChange={signature.choose} />
      {kind === 'typed' ? (
        <Typed
          id={`${id}-name`}
          name={typed}
          invalid={rawErrors.length > 0}
          disabled={isLocked}
          describedBy={`${id}-statement ${errorId(fieldPathId)}`}
          onChange={signature.type}
        />
      ) : (
        <DrawnPart signature={signature} label={label} disabled={isLocked} />
      )}
    </fieldset>
  )
}
