import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import {
  PrefilledQueries,
  type AnswerShape,
  type PrefilledAnswer,
} from '#components/shared/loading/prefilled-queries'
import type { Actor } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { organizationHeader, personHeader } from '#lib/domain/page-headers'
import { offeredToPages, readForPage } from '#lib/http/page-reads'

/** What `queryOf` and `pagesOf` return: the component that shows the answer uses the same. */
type Read = { queryKey: readonly unknown[]; meta?: Record<string, unknown> | undefined }

/** The headers with which the browser of this page would ask. */
async function headersFor(actor: Actor): Promise<Headers> {
  const given = await headers()
  const sent = new Headers({
    [organizationHeader]: actor.organizationId,
    [personHeader]: actor.id,
  })
  for (const name of ['cookie', 'user-agent']) {
    const value = given.get(name)
    if (value !== null) sent.set(name, value)
  }
  return sent
}

async function answerApi(request: Request): Promise<Response> {
  const answer = offeredToPages()?.answer ?? (await import('#lib/http/answer')).answerApi
  return await answer(request)
}

async function answerTo({ queryKey, meta }: Read, sent: Headers): Promise<PrefilledAnswer[]> {
  const maxLength = meta?.['maxLength'] as number | undefined
  const limits = maxLength === undefined ? {} : { maxLength }
  const text = await readForPage(answerApi, String(meta?.['path']), sent, limits)
  const shape = (meta?.['shape'] as AnswerShape | undefined) ?? 'one'
  return text === undefined ? [] : [{ queryKey, text, shape }]
}

type Props = {
  reads: Read[]
  /** What is read with the answer to the first one at hand: a screen says which case it belongs to. */
  following?: (first: unknown) => Read[]
  children: ReactNode
}

/**
 * A page with the answers to what it reads first. The API of this process gives them by the same
 * way as over HTTP: with the same session, permissions, limits and audit.
 */
export async function Prefilled({ reads, following, children }: Props) {
  const actor = await requireActor()
  const sent = await headersFor(actor)
  const answer = async (some: Read[]) =>
    await Promise.all(some.map(async (read) => await answerTo(read, sent)))
  const answers = await answer(reads)
  const first = answers[0]?.[0]
  const others = first && following ? await answer(following(JSON.parse(first.text))) : []
  return (
    <PrefilledQueries
      answers={[...answers, ...others].flat()}
      organizationId={actor.organizationId}
      personId={actor.id}
    >
      {children}
    </PrefilledQueries>
  )
}
