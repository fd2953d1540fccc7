import { z } from 'zod'
import { maxFields, templateFieldSchema } from '#lib/domain/template/template'

/** The most characters that a filled text or HTML may have. */
export const maxFilledCharacters = 2_000_000
/** The most that the parts of an uploaded document may have together when unpacked, in bytes. */
export const maxUnpackedBytes = 50 * 1024 * 1024

/** The parts of a template in Liquid, by what people call them: “text”, “subject”, “HTML”. */
export type LiquidPart = { name: string; text: string; html: boolean }

/** The instant that `now` means, and the time zone of dates. */
export type Clock = { at: string; timeZone: string }

/** What the program is asked for; the bytes of a document are sent beside the request. */
export type TemplateRequest =
  | { do: 'inspect docx'; maxBytes: number }
  | { do: 'fill docx'; maxBytes: number; data: Record<string, unknown> }
  | { do: 'show docx'; maxBytes: number }
  | { do: 'inspect liquid'; parts: LiquidPart[] }
  | { do: 'fill liquid'; parts: LiquidPart[]; data: Record<string, unknown>; clock: Clock }

/** What is wrong with a template, in words for its author. */
const problemSchema = z.object({ where: z.string().max(200), message: z.string().max(1000) })
export type TemplateProblem = z.output<typeof problemSchema>

export const templateReplySchema = z.discriminatedUnion('did', [
  z.object({ did: z.literal('inspect'), fields: z.array(templateFieldSchema).max(maxFields) }),
  z.object({ did: z.literal('fill docx'), content: z.base64() }),
  z.object({
    did: z.literal('fill liquid'),
    parts: z.record(z.string(), z.string().max(maxFilledCharacters)),
  }),
  z.object({ did: z.literal('show docx'), html: z.string().max(maxFilledCharacters) }),
  z.object({ did: z.literal('refused'), problems: z.array(problemSchema).min(1).max(50) }),
])
export type TemplateReply = z.output<typeof templateReplySchema>
