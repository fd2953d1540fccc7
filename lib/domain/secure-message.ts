import { z } from 'zod'
import { codeWays, secureMessageLimits, type CodeWay } from './secure-message-words.ts'

const oneLine = (text: string) => !/[\r\n]/.test(text)

export const subjectSchema = z
  .string()
  .trim()
  .min(1, 'A message needs a subject.')
  .max(200)
  .refine(oneLine, { error: 'A subject is one line.' })
  .meta({
    title: 'Subject',
    description: 'Only the recipient sees it, after the code. The mail has a neutral one.',
    examples: ['Your appointment'],
  })

export const textSchema = z
  .string()
  .trim()
  .min(1, 'A message needs a text.')
  .max(secureMessageLimits.textLength)
  .meta({ title: 'Text', description: 'Plain text. It may have patient data: it is encrypted.' })

const longestQuestion = 200

const recipientFields = {
  email: z
    .email({ error: 'This is not an e-mail address.' })
    .max(254)
    .meta({ title: 'E-mail', description: 'Where the link goes.' }),
  codeWay: z
    .enum(codeWays)
    .default('mail')
    .meta({
      title: 'Code by',
      description:
        'How the one-time code gets to the recipient. phone: you read it out. question: mail, and an ' +
        'answer that only the recipient knows. sms: a text message. mail: weaker, because who reads ' +
        'the mailbox has link and code.',
    }),
  question: z
    .string()
    .trim()
    .min(1)
    .max(longestQuestion)
    .refine(oneLine, { error: 'A question is one line.' })
    .optional()
    .meta({
      title: 'Question',
      description: 'For the way “question”. Who has the link sees it: put no patient data into it.',
    }),
  answer: z
    .string()
    .trim()
    .min(3)
    .max(200)
    .optional()
    .meta({
      title: 'Answer',
      description: 'Case and spaces do not matter. It is stored as a hash.',
      examples: ['Blue Heron'],
    }),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'Write the number like +12125550100.')
    .optional()
    .meta({
      title: 'Mobile number',
      description: 'For the way “sms”, like +12125550100.',
      examples: ['+12125550100'],
    }),
  smsConnection: z.string().min(1).max(64).optional().meta({
    title: 'SMS connection',
    description:
      'For a code by text message: its short name. Left out: the only one of the organization.',
  }),
}

type Way = {
  codeWay: CodeWay
  question?: string | undefined
  answer?: string | undefined
  phone?: string | undefined
}

/** What a way of the code still needs. */
export function missingOfWay({ codeWay, question, answer, phone }: Way): string | undefined {
  if (codeWay === 'question' && (!question || !answer))
    return 'A question needs its text and its answer.'
  if (codeWay === 'sms' && !phone) return 'A text message needs a mobile number.'
  return undefined
}

const isWhole = (way: Way, context: z.RefinementCtx): void => {
  const missing = missingOfWay(way)
  if (missing) context.addIssue({ code: 'custom', message: missing, path: ['codeWay'] })
}

const { email, codeWay, ...ofWays } = recipientFields
export const recipientEmailSchema = email
/** What single ways of the code need. */
export const wayFields = ofWays
export const codeWaySchema = z.strictObject({ codeWay, ...wayFields }).superRefine(isWhole)

export const newRecipientSchema = z.strictObject(recipientFields).superRefine(isWhole)
export type NewRecipient = z.infer<typeof newRecipientSchema>

export const validDaysSchema = z
  .int()
  .min(1)
  .max(secureMessageLimits.validDays)
  .default(secureMessageLimits.validDays)
  .meta({ title: 'Valid for', description: 'Days until the message is deleted; 30 at most.' })
