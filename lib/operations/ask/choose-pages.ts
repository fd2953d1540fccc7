import type { PageKey, PageStream } from '#lib/documents/pages/page-stream'
import { bestPassage, termsOf } from '#lib/documents/pages/search-words'
import { ApiError } from '#lib/domain/api-error'
import { mostTokens } from '#lib/domain/ask/model-request'
import { requestOf } from '#lib/domain/ask/prompts'
import { fieldsOf, type AskTask } from '#lib/domain/ask/tasks'
import { cutText } from '#lib/domain/text'
import type { DocumentPage } from '#lib/domain/document/page'

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

type Weighed = PageKey & { tokens: number; score: number }

/** What each page costs, and how many of the words that are asked for stand on it. */
async function weighed(pages: PageStream, task: AskTask): Promise<Weighed[]> {
  const terms = termsOf(wordsOf(task))
  const all: Weighed[] = []
  for await (const some of pages.texts())
    for (const page of some) {
      const score = bestPassage(page.text, terms).matches.length
      all.push({ fileId: page.fileId, page: page.page, tokens: tokensOf(page), score })
    }
  return all
}

/** The best pages for which there is room. */
function fitting(pages: readonly Weighed[], most: number): Weighed[] {
  const chosen: Weighed[] = []
  let used = 0
  for (const page of pages.toSorted((one, other) => other.score - one.score)) {
    if (used + page.tokens > most) continue
    used += page.tokens
    chosen.push(page)
  }
  return chosen
}

/**
 * The pages that a model gets: all when there is room, else those with the most of the words that
 * are asked for, in their order. Throws when there is no room for one.
 */
export async function choosePages(
  task: AskTask,
  pages: PageStream,
  maxInputTokens: number,
): Promise<ChosenPages> {
  const { system, prompt, schema } = requestOf(task, [])
  const around = mostTokens(system + prompt + JSON.stringify(schema))
  const most = Math.floor((maxInputTokens - around) * room)
  const all = await weighed(pages, task)
  const total = all.reduce((sum, { tokens }) => sum + tokens, 0)
  if (total <= most) return { pages: await pages.load(all), note: null }
  const chosen = fitting(all, most)
  if (chosen.length === 0)
    throw new ApiError(
      'unprocessable',
      'The question and one page are longer than this connection sends. ' +
        'Raise “Input at most” under Connections, or ask for less.',
    )
  return {
    pages: await pages.load(chosen),
    note:
      `Only ${chosen.length} of ${all.length} pages were read by the model: those with the most of ` +
      'the words that were asked for. What stands on others is not in the answer.',
  }
}
