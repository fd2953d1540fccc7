import type { DaysOffPolicy } from '#lib/domain/schedule/schedule'

/** What happens on days off, as choices say it. */
export const daysOffChoices: Record<DaysOffPolicy, string> = {
  run: 'It runs all the same',
  skip: 'Leave it out',
  next: 'Move it to the next working day',
  previous: 'Move it to the working day before',
}

/** The same behind a rhythm: “Every day at 08:00, not on days off”. */
export const daysOffWords: Record<DaysOffPolicy, string> = {
  run: '',
  skip: ', not on days off',
  next: ', from days off to the next working day',
  previous: ', from days off to the working day before',
}
