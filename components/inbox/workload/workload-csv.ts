import type { Workload } from '#lib/contracts/runs/workload'
import { ageWords } from './workload-words.ts'

export const workloadFields = [
  'part',
  'name',
  'open',
  'overdue',
  'dueToday',
  'oldestAt',
  'unclaimed',
  'awayUntil',
  'completed',
] as const
type Line = Partial<Record<(typeof workloadFields)[number], string | number | null>>

/** The numbers of the page as rows of one table: people, groups, ages and days. */
export function workloadRows({ people, groups, ages, done }: Workload): unknown[][] {
  const lines: Line[] = [
    ...people.map(({ person, away, ...counts }) => ({
      part: 'person',
      name: person?.name ?? 'Nobody',
      awayUntil: away?.until ?? null,
      ...counts,
    })),
    ...groups.map(({ groupId: _id, ...group }) => ({ part: 'group', ...group })),
    ...ages.map((age) => ({ part: 'age', name: ageWords(age), open: age.count })),
    ...done.days.map(({ day, completed }) => ({ part: 'day', name: day, completed })),
  ]
  return lines.map((line) => workloadFields.map((field) => line[field] ?? null))
}
