import { z } from 'zod'
import { startedRunSchema, runPageSchema, runPageTaskSchema } from '#lib/contracts/runs/runs'
import {
  workflowExportSchema,
  workflowSchema,
  workflowSummarySchema,
  workflowVersionSchema,
  workflowVersionSummarySchema,
} from '#lib/contracts/workflows/workflows'
import { fileSchema } from '#lib/contracts/data/files'
import { definitionSchema, retrySchema, stepSchema } from '#lib/domain/workflow/definition'
import { problemSchema } from '#lib/domain/workflow/problem'
import { failureSchema, runSummarySchema, taskSchema } from '#lib/domain/run/run'
import { stepTypeInfoSchema } from '#lib/domain/workflow/step-type-info'

/** Schemas that the document contains once, under a name, and refers to; the others are inlined. */
const named: Record<string, z.ZodType> = {
  Definition: definitionSchema,
  Failure: failureSchema,
  File: fileSchema,
  Problem: problemSchema,
  RetryPolicy: retrySchema,
  Run: runPageSchema,
  RunSummary: runSummarySchema,
  RunTask: runPageTaskSchema,
  StartedRun: startedRunSchema,
  Step: stepSchema,
  StepType: stepTypeInfoSchema,
  Task: taskSchema,
  Workflow: workflowSchema,
  WorkflowExport: workflowExportSchema,
  WorkflowSummary: workflowSummarySchema,
  WorkflowVersion: workflowVersionSchema,
  WorkflowVersionSummary: workflowVersionSummarySchema,
}
for (const [id, schema] of Object.entries(named))
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })

export type JsonSchema = Record<string, unknown>

/**
 * Collects the named schemas while the document is built. Requests and answers each have their own,
 * because defaults make them differ.
 */
export class SchemaCollector {
  readonly components: Record<string, JsonSchema> = {}

  /** The schema as JSON Schema, with references into the document's components. */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Wrapped, so that a named schema at the root also becomes a reference.
    const whole = z.toJSONSchema(z.object({ root: schema.optional() }), {
      io,
      unrepresentable: 'any',
      target: 'draft-2020-12',
    }) as unknown as {
      properties: { root: JsonSchema }
      $defs?: Record<string, JsonSchema>
    }
    const name = (id: string): string => (io === 'input' ? `${id}Input` : id)
    const rewrittenField = (key: string, child: unknown): [string, unknown] => {
      if (key === '$ref' && typeof child === 'string')
        return [
          key,
          child.replace(
            /^#\/\$defs\/(.+)$/,
            (_all, id: string) => `#/components/schemas/${name(id)}`,
          ),
        ]
      // Our marks of patient identifiers and secrets, and the words for choices: extensions of
      // OpenAPI begin with x-.
      if (key === 'enumNames') return ['x-enumNames', child]
      if ((key === 'phi' || key === 'secret') && child === true) return [`x-${key}`, true]
      return [key, rewritten(child)]
    }
    const rewritten = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(rewritten)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value).map(([key, child]) => rewrittenField(key, child)),
      )
    }
    for (const [id, definition] of Object.entries(whole.$defs ?? {}))
      this.components[name(id)] ??= rewritten(definition) as JsonSchema
    return rewritten(whole.properties.root) as JsonSchema
  }
}
