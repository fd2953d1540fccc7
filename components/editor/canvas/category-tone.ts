import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'

/** The colour of a category's icon tile; the category is always named too. */
const categoryTone: Record<StepTypeInfo['category'], string> = {
  Flow: 'bg-slate-500/15 text-slate-700 dark:text-slate-300',
  People: 'bg-violet-500/15 text-violet-700 dark:text-violet-300',
  Data: 'bg-sky-500/15 text-sky-700 dark:text-sky-300',
  Documents: 'bg-rose-500/15 text-rose-700 dark:text-rose-300',
  Healthcare: 'bg-teal-500/15 text-teal-700 dark:text-teal-300',
  Communication: 'bg-amber-500/15 text-amber-800 dark:text-amber-300',
  Code: 'bg-emerald-500/15 text-emerald-700 dark:text-emerald-300',
}

/** The colour classes of a category's icon tile. */
export const toneOf = (category: string): string =>
  categoryTone[category as StepTypeInfo['category']] ?? categoryTone.Flow
