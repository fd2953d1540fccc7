'use client'

import { useState } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Textarea } from '#components/ui/input/textarea'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import {
  isBuiltIn,
  isMissing,
  translationEntries,
} from '#lib/domain/form/texts/translation-entries'
import type { WrittenForm } from '#lib/domain/form/texts/translate-form'
import { languageSchema, maxTranslations, type FormSettings } from '#lib/domain/workflow/definition'
import { changeSettings } from '../../commands/change-workflow.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { englishNameOf } from './english-name.ts'
import { TranslationDialog } from './translation-dialog.tsx'

const offered = ['es', 'ar', 'fr', 'he', 'ht', 'hi', 'ko', 'pt-BR', 'ru', 'tl', 'vi', 'zh-Hans']

/** The settings of the form in the draft, and how to change them. */
function useFormSettings() {
  const store = useEditorStore()
  const settings = useEditor((state) => state.definition.settings.form) ?? {}
  const change = (fields: Partial<FormSettings>) => {
    const next = Object.entries({ ...settings, ...fields }).filter(
      ([, value]) => value !== undefined && value !== '',
    )
    const form = next.length > 0 ? (Object.fromEntries(next) as FormSettings) : undefined
    store.getState().run(changeSettings({ form }), { coalesce: 'form' })
  }
  return { settings, change }
}

/** A line to add a language by its name for browsers. */
function AddLanguage({ taken, onAdd }: { taken: string[]; onAdd(language: string): void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    const parsed = languageSchema.safeParse(text.trim())
    if (!parsed.success) setError('Choose a language of the list, or write one such as pt-BR.')
    else if (taken.includes(parsed.data)) setError('This language is there already.')
    else {
      onAdd(parsed.data)
      setText('')
      setError(undefined)
    }
  }
  return (
    <Labelled id="form_language" label="Add a language" error={error}>
      <div className="flex gap-2">
        <Input
          id="form_language"
          list="form_languages"
          placeholder="es"
          maxLength={35}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <datalist id="form_languages">
          {offered.map((language) => (
            <option key={language} value={language}>
              {englishNameOf(language)}
            </option>
          ))}
        </datalist>
        <Button type="button" variant="outline" disabled={text.trim() === ''} onClick={add}>
          Add
        </Button>
      </div>
    </Labelled>
  )
}

type LanguageProps = {
  language: string
  form: WrittenForm
  translation: Record<string, string>
  onTranslate(): void
  /** Left out for the language in which the form is written. */
  onRemove?(): void
}

/** A language with how much of the form is translated. */
function Language({ language, form, translation, onTranslate, onRemove }: LanguageProps) {
  const entries = translationEntries(form, language, translation)
  const missing = entries.filter((entry) => isMissing(entry)).length
  const name = englishNameOf(language)
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-md border px-3 py-2">
      <div className="min-w-0 grow">
        <p className="text-sm font-medium">{name}</p>
        <p className="text-xs text-muted-foreground">
          {missing === 0
            ? `All ${entries.length} texts translated`
            : `${missing} of ${entries.length} texts missing`}
        </p>
      </div>
      <Button
        type="button"
        variant="outline"
        size="sm"
        aria-label={`Translate into ${name}`}
        onClick={onTranslate}
      >
        Translate
      </Button>
      {onRemove ? (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      ) : null}
    </li>
  )
}

type WrittenInProps = { language: string; taken: string[]; onChange(language: string): void }

/** The language in which the author writes the form. */
function WrittenIn({ language, taken, onChange }: WrittenInProps) {
  const choices = new Set([language, 'en', ...offered])
  return (
    <Labelled id="form_written_in" label="The form is written in">
      <NativeSelect
        id="form_written_in"
        value={language}
        onChange={({ target }) => onChange(target.value)}
      >
        {[...choices]
          .filter((each) => !taken.includes(each))
          .map((each) => (
            <option key={each} value={each}>
              {englishNameOf(each)}
            </option>
          ))}
      </NativeSelect>
    </Labelled>
  )
}

type LanguagesProps = { workflow: Workflow } & ReturnType<typeof useFormSettings>

function AboutLanguages() {
  return (
    <>
      <p className="text-xs text-muted-foreground">
        Visitors get the language of their browser, and choose another above the form. Publish the
        workflow after a change.
      </p>
      <p className="text-xs text-muted-foreground">
        Buttons and messages of forms are there in English and Spanish. In another language
        translate them, too: what is missing is said in English.
      </p>
    </>
  )
}

/** Nothing that an author wrote: what is left to translate is what every form says by itself. */
const unwritten: WrittenForm = { title: '', description: '', schema: {} }

/** The languages of the form, with what is missing in each. */
function Languages({ workflow, settings, change }: LanguagesProps) {
  const schema = useEditor((state) => state.definition.startData)
  const [open, setOpen] = useState<string>()
  const { language: own = 'en', translations = {}, privacyNote } = settings
  const form = { title: workflow.name, description: workflow.description, schema, privacyNote }
  const languages = Object.keys(translations).filter((language) => language !== own)
  const set = (next: Record<string, Record<string, string>>) =>
    change({ translations: Object.keys(next).length > 0 ? next : undefined })
  return (
    <>
      <section className="space-y-2" aria-label="Languages of the form">
        <h3 className="text-sm font-medium">Languages</h3>
        <AboutLanguages />
        <WrittenIn
          language={own}
          taken={languages}
          onChange={(language) => change({ language: language === 'en' ? undefined : language })}
        />
        <ul className="space-y-2 empty:hidden">
          {isBuiltIn(own) ? null : (
            <Language
              language={own}
              form={unwritten}
              translation={translations[own] ?? {}}
              onTranslate={() => setOpen(own)}
            />
          )}
          {languages.map((language) => (
            <Language
              key={language}
              language={language}
              form={form}
              translation={translations[language] ?? {}}
              onTranslate={() => setOpen(language)}
              onRemove={() => {
                const { [language]: _removed, ...rest } = translations
                set(rest)
              }}
            />
          ))}
        </ul>
        {languages.length < maxTranslations.languages ? (
          <AddLanguage
            taken={[own, ...languages]}
            onAdd={(language) => set({ ...translations, [language]: {} })}
          />
        ) : null}
      </section>
      {open === undefined ? null : (
        <TranslationDialog
          form={open === own ? unwritten : form}
          language={open}
          translation={translations[open] ?? {}}
          onChange={(translation) => set({ ...translations, [open]: translation })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** The privacy note of a form and its languages, which are published with it. */
export function FormWords({ workflow }: { workflow: Workflow }) {
  const form = useFormSettings()
  const { settings, change } = form
  return (
    <div className="space-y-4">
      <Labelled
        id="privacy_note"
        label="Privacy note"
        help="Markdown, below the form. Empty: the note of the organization (Settings)."
      >
        <Textarea
          id="privacy_note"
          maxLength={10_000}
          rows={3}
          value={settings.privacyNote ?? ''}
          onChange={({ target }) => change({ privacyNote: target.value || undefined })}
        />
      </Labelled>
      <Languages workflow={workflow} {...form} />
    </div>
  )
}
