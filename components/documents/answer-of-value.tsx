'use client'

import type { ReactNode } from 'react'
import { documentAnswerOf } from '#lib/domain/ask/answer'
import { AnswerWithPlaces } from './answer-with-places.tsx'

/** A value of a run as the answer about documents that it should be; else what is to be shown then. */
export function AnswerOfValue({ value, otherwise }: { value: unknown; otherwise: ReactNode }) {
  const answer = documentAnswerOf(value)
  return answer ? <AnswerWithPlaces answer={answer} /> : otherwise
}
