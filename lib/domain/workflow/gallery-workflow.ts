import { z } from 'zod'
import { connectionKinds } from '../statuses.ts'
import { writtenSourceSchema } from '../template/template.ts'
import { templateKinds } from '../template/template-words.ts'
import { definitionSchema, jsonObjectSchema, slugSchema } from './definition.ts'

export const galleryAreas = [
  'Intake',
  'Authorizations',
  'Billing',
  'Records',
  'Compliance',
] as const

/** A case to try the workflow with; `answers` and `ends` are for the test of the gallery. */
const sampleSchema = z.strictObject({
  name: z.string().min(1),
  explains: z.string().min(1),
  startData: jsonObjectSchema,
  /** What people answer, by the screen's step. */
  answers: z.record(z.string(), jsonObjectSchema),
  /** The steps with which the run ends. */
  ends: z.array(z.string()).min(1),
})

/**
 * A ready workflow. Its definition names each connection by its kind, and policies and templates by
 * the placeholders here; who uses it chooses their own.
 */
export const galleryWorkflowSchema = z.strictObject({
  id: slugSchema,
  name: z.string().min(1).max(200),
  area: z.enum(galleryAreas),
  summary: z.string().min(1).max(300),
  /** The explanation, a paragraph each. */
  about: z.array(z.string().min(1)).min(2),
  /** The roles of the people who get screens. */
  people: z.array(z.string()),
  needs: z.array(z.strictObject({ kind: z.enum(connectionKinds), why: z.string().min(1) })),
  policies: z.array(z.strictObject({ placeholder: z.string().min(1), why: z.string().min(1) })),
  templates: z.array(
    z.strictObject({
      slug: slugSchema,
      name: z.string().min(1),
      kind: z.enum(templateKinds),
      source: writtenSourceSchema,
    }),
  ),
  samples: z.array(sampleSchema).min(2).max(3),
  definition: definitionSchema,
})
export type GalleryWorkflow = z.output<typeof galleryWorkflowSchema>
