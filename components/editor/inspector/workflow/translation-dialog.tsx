'use client'

import { useId, useState } from 'react'
import { Checkbox } from '#components/ui/input/checkbox'
import { Textarea } from '#components/ui/input/textarea'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#components/ui/overlay/dialog'
import { directionOf } from '#lib/domain/form/texts/languages'
import {
  isMissing,
  translationEntries,
  type TranslationEntry,
} from '#lib/domain/form/texts/translation-entries'
import type { WrittenForm } from '#lib/domain/form/texts/translate-form'
import { englishNameOf } from './english-name.ts'

type RowProps = {
  entry: TranslationEntry
  language: string
  onChange(translation: string): void
}

/** A text and, beside it, its translation. */
function Row({ entry, language, onChange }: RowProps) {
  const id = useId()
  const missing = isMissing(entry)
  return (
    <li className="grid gap-2 border-t py-3 sm:grid-cols-2">
      <label htmlFor={id} className="text-sm whitespace-pre-wrap wrap-anywhere">
        {entry.text}
      </label>
      <div>
        <Textarea
          id={id}
          lang={language}
          dir={directionOf(language)}
          rows={Math.min(6, Math.ceil(entry.text.length / 45))}
          className="min-h-9"
          maxLength={10_000}
          value={entry.translation}
          aria-describedby={missing ? `${id}-missing` : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
        {missing ? (
          <p id={`${id}-missing`} className="text-xs text-amber-800 dark:text-amber-300">
            Missing
          </p>
        ) : null}
      </div>
    </li>
  )
}

type Props = {
  form: WrittenForm
  language: string
  translation: Record<string, string>
  onChange(translation: Record<string, string>): void
  onClose(): void
}

/** The texts of a form and their translations into one language, side by side. */
export function TranslationDialog({ form, language, translation, onChange, onClose }: Props) {
  const onlyId = useId()
  // What was missing when the list was narrowed: a row stays while it is written.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null)
  const entries = translationEntries(form, language, translation)
  const missing = entries.filter((entry) => isMissing(entry))
  const shown = entries.filter(({ place }) => only?.has(place) ?? true)
  const change = (place: string, text: string) => {
    const { [place]: _before, ...rest } = translation
    onChange(text === '' ? rest : { ...rest, [place]: text })
  }
  const parts = [
    { title: 'Written in this form', entries: shown.filter(({ own }) => !own) },
    { title: 'Said by every form', entries: shown.filter(({ own }) => own) },
  ]
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        savesItself
        aria-describedby={undefined}
        className="max-h-[90dvh] overflow-y-auto sm:max-w-3xl"
      >
        <DialogHeader>
          <DialogTitle>Translate into {englishNameOf(language)}</DialogTitle>
        </DialogHeader>
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <p role="status">
            {entries.length - missing.length} of {entries.length} texts translated
          </p>
          <span className="flex items-center gap-2">
            <Checkbox
              id={onlyId}
              checked={only !== null}
              onCheckedChange={(checked) =>
                setOnly(checked === true ? new Set(missing.map(({ place }) => place)) : null)
              }
            />
            <label htmlFor={onlyId}>Only what is missing</label>
          </span>
        </div>
        {parts.map(({ title, entries: rows }) =>
          rows.length > 0 ? (
            <section key={title} aria-label={title}>
              <h3 className="text-sm font-semibold">{title}</h3>
              <ul>
                {rows.map((entry) => (
                  <Row
                    key={entry.place}
                    entry={entry}
                    language={language}
                    onChange={(text) => change(entry.place, text)}
                  />
                ))}
              </ul>
            </section>
          ) : null,
        )}
      </DialogContent>
    </Dialog>
  )
}
