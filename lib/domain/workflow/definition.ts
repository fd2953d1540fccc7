import { z } from 'zod'
import { slugPattern } from '../slug.ts'
import { workerLabelSchema } from '../worker-label.ts'
import { stepIdPattern } from './step-id-pattern.ts'
import { groupColours, maxGroupName, maxGroups, maxNotes, noteKinds, noteSizes } from './marks.ts'

export const stepIdSchema = z
  .string()
  .max(64, 'An id has at most 64 characters.')
  .regex(
    stepIdPattern,
    'An id starts with a lower-case letter and holds only lower-case letters, digits and _.',
  )

export const slugSchema = z
  .string()
  .min(1)
  .max(64, 'A slug has at most 64 characters.')
  .regex(
    slugPattern,
    'A slug holds only lower-case letters and digits, in groups joined by single hyphens.',
  )

/**
 * A computed config value: JSONata over `start`, `steps.<id>.output`, `run`, `item` (in a loop) and
 * `error` (in an on_failure handler).
 */
export const expressionSchema = z.strictObject({ $: z.string().max(20_000) })
export type Expression = z.infer<typeof expressionSchema>

export const jsonObjectSchema = z.record(z.string(), z.unknown())

/**
 * An incoming edge: the step that comes before and, when that step branches, the branch that leads
 * here.
 */
export const edgeSchema = z.strictObject({
  step: stepIdSchema,
  via: z.string().max(100).optional(),
})
export type Edge = z.infer<typeof edgeSchema>

/**
 * Retry policy of a step. Delay before attempt n+1 is `delaySeconds * factor^(n-1)`, at most
 * `maxDelaySeconds`, plus up to 20 % jitter. `maxAttempts` counts the first attempt.
 */
export const retrySchema = z.strictObject({
  maxAttempts: z.int().min(1).max(100),
  delaySeconds: z.number().min(0).max(86_400).default(1),
  factor: z.number().min(1).max(10).default(2),
  maxDelaySeconds: z.number().min(0).max(86_400).default(3600),
})
export type RetryPolicy = z.infer<typeof retrySchema>

/**
 * `step` runs when this step fails for good; `continue` replaces this step's output by the
 * handler's, `fail` fails the run after it.
 */
const onFailureSchema = z.strictObject({
  step: stepIdSchema,
  then: z.enum(['continue', 'fail']),
})

const positionSchema = z.strictObject({ x: z.number(), y: z.number() })

export const stepSchema = z.strictObject({
  id: stepIdSchema,
  type: z.string().min(1).max(64),
  /**
   * The version of the type by which `config` was checked, when it is not the first; the service
   * writes it when a draft is saved.
   */
  typeVersion: z.int().min(2).optional(),
  title: z.string().max(200),
  after: z.array(edgeSchema).max(200).default([]),
  config: jsonObjectSchema.default({}),
  /**
   * What people read for its branches, by the names of the branches: `{ "true": "Approved" }`. Runs
   * and other steps know only the names.
   */
  branchLabels: z
    .record(z.string().max(100), z.string().trim().min(1).max(60))
    .refine((labels) => Object.keys(labels).length <= 60, 'A step has at most 60 branch labels.')
    .optional(),
  /** Screens only: higher is shown first. */
  priority: z.int().min(-1_000_000).max(1_000_000).optional(),
  /**
   * Screens only: TypeScript, `export default async ({ output, start, steps, task, user }) => …`.
   */
  before_complete: z.string().max(100_000).optional(),
  on_failure: onFailureSchema.optional(),
  retry: retrySchema.optional(),
  /** The maximum time of one attempt; waiting does not count. */
  timeoutSeconds: z.number().positive().max(86_400).optional(),
  position: positionSchema.optional(),
  /** The group on the canvas that it belongs to; one that is not there means none. */
  group: stepIdSchema.optional(),
})
export type Step = z.infer<typeof stepSchema>

/** A language as browsers name it, such as `es` or `pt-BR`. */
export const languageSchema = z
  .string()
  .max(35)
  .regex(
    /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/,
    'Give a language as browsers name it, such as es or pt-BR.',
  )

/** The most languages into which a form is translated, and texts of each. */
export const maxTranslations = { languages: 30, texts: 5000 }

/** How the start form speaks to its visitors. */
const formSettingsSchema = z.strictObject({
  /** The language in which the author wrote the form; English without it. */
  language: languageSchema.optional(),
  /** Markdown, in place of the organization's note. */
  privacyNote: z.string().max(10_000).optional(),
  /**
   * By language, the texts of the form by their places (`lib/domain/form/texts/translate-form.ts`):
   * `/title`, `/schema/properties/name/title`; below `/texts/` what forms say by themselves. Texts
   * that are missing are shown as they were written.
   */
  translations: z
    .record(languageSchema, z.record(z.string().max(1000), z.string().max(10_000)))
    .refine(
      (all) => Object.keys(all).length <= maxTranslations.languages,
      `A form has at most ${maxTranslations.languages} languages.`,
    )
    .refine(
      (all) => Object.values(all).every((one) => Object.keys(one).length <= maxTranslations.texts),
      `A translation has at most ${maxTranslations.texts} texts.`,
    )
    .optional(),
})
export type FormSettings = z.infer<typeof formSettingsSchema>

export const workflowSettingsSchema = z.strictObject({
  failureEmails: z.array(z.email()).max(50).optional(),
  timeZone: z.string().max(64).optional(),
  concurrency: z
    .strictObject({
      limit: z.int().min(1).max(10_000),
      whenFull: z.enum(['queue', 'skip', 'cancel-oldest']).default('queue'),
    })
    .optional(),
  /**
   * The maximum time for which a run may work; waiting (for a person, a time, another run, a free
   * worker) does not count.
   */
  timeoutSeconds: z.number().positive().max(604_800).optional(),
  /** Only workers with this label execute its runs, for example those beside a system. */
  workerLabel: workerLabelSchema.optional(),
  /** Ended runs are deleted after so many days; without it, the organization's setting applies. */
  retentionDays: z.int().min(1).max(3650).optional(),
  /**
   * The title of a run in lists: text with fields of the start data in braces, `{patient.lastName},
   * {patient.firstName}`. Without it the first short texts of the form are the title.
   */
  runTitle: z.string().max(500).optional(),
  /** The line below the title, written in the same way. */
  runSubtitle: z.string().max(500).optional(),
  /** What lists show of a run in columns of their own, written in the same way. */
  runColumns: z
    .array(z.strictObject({ label: z.string().trim().min(1).max(60), value: z.string().max(500) }))
    .max(6)
    .optional(),
  /**
   * The number of the patient, written in the same way; runs with the same number are of one
   * patient. Left out: the field of the start form that is named like emrPatientId, patientId or mrn.
   */
  runPatient: z.string().max(500).optional(),
  form: formSettingsSchema.optional(),
})
export type WorkflowSettings = z.infer<typeof workflowSettingsSchema>

const noteLengthSchema = z.number().min(noteSizes.min).max(noteSizes.max)

/** A note on the canvas, for people: runs and their checks ignore it. */
export const noteSchema = z.strictObject({
  /** Markdown; each end of a line is shown. */
  text: z.string().max(5000),
  kind: z.enum(noteKinds),
  position: positionSchema,
  size: z.strictObject({ width: noteLengthSchema, height: noteLengthSchema }),
})
export type Note = z.infer<typeof noteSchema>

/**
 * A named frame around steps on the canvas, for people: runs and their checks ignore it. Its steps
 * name it.
 */
export const groupSchema = z.strictObject({
  name: z.string().min(1, 'Give the group a name.').max(maxGroupName),
  colour: z.enum(groupColours),
})
export type Group = z.infer<typeof groupSchema>

/**
 * A workflow as JSON: the editor edits it, a version freezes it, a run executes it, and an export
 * writes it. `startData` is a JSON Schema; its extensions are `x-formFieldHidden` and
 * `x-formFieldType: "multi-file"`.
 */
export const definitionSchema = z.strictObject({
  startData: jsonObjectSchema.default({ type: 'object', properties: {} }),
  steps: z.array(stepSchema).max(2000),
  settings: workflowSettingsSchema.default({}),
  /** Notes on the canvas, by their ids. */
  notes: z
    .record(stepIdSchema, noteSchema)
    .refine(
      (notes) => Object.keys(notes).length <= maxNotes,
      `A workflow has at most ${maxNotes} notes.`,
    )
    .optional(),
  /** Groups of steps on the canvas, by their ids. */
  groups: z
    .record(stepIdSchema, groupSchema)
    .refine(
      (groups) => Object.keys(groups).length <= maxGroups,
      `A workflow has at most ${maxGroups} groups.`,
    )
    .optional(),
})
export type Definition = z.infer<typeof definitionSchema>

export const emptyDefinition: Definition = {
  startData: { type: 'object', properties: {} },
  steps: [],
  settings: {},
}
