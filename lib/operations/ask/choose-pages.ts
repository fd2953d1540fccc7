import { bestPassage, termsOf } from '#lib/documents/pages/search-words'
import { ApiError } from '#lib/domain/api-error'
import { mostTokens } from '#lib/domain/ask/model-request'
import { requestOf } from '#lib/domain/ask/prompts'
import { fieldsOf, type AskTask } from '#lib/domain/ask/tasks'
import { cutText } from '#lib/domain/text'
import type { DocumentPage } from '#lib/domain/document/page'
import type { FilePages } from '../documents/read-file-pages.ts'

export type ChosenPages = { pages: DocumentPage[]; note: string | null }

/** The marks around a page. */
const tokensAround = 20
/** Marks are longer than what they stand for; some room is left for them. */
const room = 0.9

const tokensOf = ({ text }: DocumentPage): number => mostTokens(text) + tokensAround

/** What the documents are asked, in words to look for. */
function wordsOf(task: AskTask): string {
  if (task.mode === 'answer') return task.question
  if (task.mode === 'classify')
    return task.classes.map(({ name, description }) => `${name} ${description}`).join(' ')
  if (task.mode === 'compare') return `${task.policy.title} ${cutText(task.policy.text, 4000)}`
  const titles = fieldsOf(task).map(({ name, title }) => `${name} ${title}`)
  return `${titles.join(' ')} ${task.instructions}`
}

/**
 * The pages that a model gets: all when there is room, else those with the most of the words that
 * are asked for, in their order. Throws when there is no room for one.
 */
export function choosePages(
  task: AskTask,
  files: readonly FilePages[],
  maxInputTokens: number,
): ChosenPages {
  const all = files.flatMap(({ pages }) => pages)
  const { system, prompt, schema } = requestOf(task, [])
  const around = mostTokens(system + prompt + JSON.stringify(schema))
  const most = Math.floor((maxInputTokens - around) * room)
  const total = all.reduce((sum, page) => sum + tokensOf(page), 0)
  if (total <= most) return { pages: all, note: null }
  const terms = termsOf(wordsOf(task))
  const ranked = all
    .map((page) => ({ page, score: bestPassage(page.text, terms).matches.length }))
    .toSorted((one, other) => other.score - one.score)
  const chosen = new Set<DocumentPage>()
  let used = 0
  for (const { page } of ranked) {
    if (used + tokensOf(page) > most) continue
    used += tokensOf(page)
    chosen.add(page)
  }
  if (chosen.size === 0)
    throw new ApiError(
      'unprocessable',
      'The question and one page are longer than this connection sends. ' +
        'Raise “Input at most” under Connections, or ask for less.',
    )
  return {
    pages: all.filter((page) => chosen.has(page)),
    note:
      `Only ${chosen.size} of ${all.length} pages were read by the model: those with the most of ` +
      'the words that were asked for. What stands on others is not in the answer.',
  }
}
