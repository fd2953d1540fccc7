import type { Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { eq } from 'drizzle-orm'
import type { Actor } from '#lib/auth/actor'
import type { PublicFormView } from '#lib/contracts/workflows/forms'
import { ApiError } from '#lib/domain/api-error'
import { chooseLanguage } from '#lib/domain/form/texts/languages'
import { translatedForm, type FormTranslation } from '#lib/domain/form/texts/translate-form'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { isClosed } from './shared-answers.ts'
import { loadLogo } from '../settings/logo-view.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'

/** What a visitor wants to read: the language they chose, and what their browser prefers. */
export type WantedLanguage = { language?: string | undefined; acceptLanguage?: string | undefined }

const ownTexts = '/texts/'

/** What the form says by itself, of a translation. */
const textsIn = (translation: FormTranslation): Record<string, string> =>
  Object.fromEntries(
    Object.entries(translation).flatMap(([place, text]) =>
      place.startsWith(ownTexts) && text.trim() ? [[place.slice(ownTexts.length), text]] : [],
    ),
  )

async function htmlOf(markdown: string | null | undefined): Promise<string | null> {
  if (!markdown?.trim()) return null
  const { safeMarkdown } = await import('#lib/documents/json-to-html/safe-markdown')
  return safeMarkdown(markdown)
}

/** The form of a shared link as its visitor reads it. Throws 404 when there is none. */
export async function publicFormView(
  tx: Tx,
  actor: Actor,
  { language: chosen, acceptLanguage = '' }: WantedLanguage,
): Promise<PublicFormView> {
  const workflow = await getWorkflowFor(tx, actor, actor.id, 'run')
  if (!workflow.publishedVersionId) throw ApiError.notFound('form', actor.id)
  const { definition } = await publishedVersionOrThrow(tx, workflow)
  const { form: settings = {} } = definition.settings
  const { translations = {}, language: own = 'en' } = settings
  const languages = [own, ...Object.keys(translations).filter((each) => each !== own)]
  const language = chooseLanguage(languages, chosen ?? null, acceptLanguage)
  const translation = translations[language] ?? {}
  const closed = isClosed(workflow)
  const [organization] = await tx
    .select({ name: organizations.name, settings: organizations.settings })
    .from(organizations)
    .where(eq(organizations.id, actor.organizationId))
  const { title, description, schema, privacyNote } = translatedForm(
    {
      title: workflow.name,
      description: workflow.description,
      schema: definition.startData,
      privacyNote: settings.privacyNote?.trim() || organization?.settings.privacyNote,
    },
    translation,
    language,
  )
  return {
    title,
    description,
    schema: closed ? {} : schema,
    uiSchema: {},
    closed,
    organization: {
      name: organization?.name ?? '',
      logo: await loadLogo(tx, actor.organizationId),
    },
    language,
    languages,
    texts: textsIn(translation),
    saveDays: (organization?.settings.savedForms ?? true) ? workflow.formSaveDays : 0,
    privacyNote: await htmlOf(privacyNote),
  }
}
