import { z } from 'zod'

/** How far a task is that reads documents. */
export const taskProgressSchema = z.object({
  pages: z.int().meta({ description: 'Of the file that is read now.' }),
  readPages: z.int().meta({ description: 'How many of them are read.' }),
  file: z.int().meta({ description: 'Which file it is, from 1.' }),
  files: z.int().meta({ description: 'How many files are read.' }),
})
export type TaskProgress = z.infer<typeof taskProgressSchema>
