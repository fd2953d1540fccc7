/** Tones that stand apart from those of the steps, in both themes. */
const tones = [
  'bg-violet-200 text-violet-950 dark:bg-violet-800 dark:text-violet-50',
  'bg-teal-200 text-teal-950 dark:bg-teal-800 dark:text-teal-50',
  'bg-orange-200 text-orange-950 dark:bg-orange-800 dark:text-orange-50',
  'bg-pink-200 text-pink-950 dark:bg-pink-800 dark:text-pink-50',
]

/** The tone of somebody who has the draft open: the same one as long as their tab lives. */
export function toneOfReader(tab: string): string {
  const last = Number.parseInt(tab.slice(-4), 16)
  return tones[(Number.isNaN(last) ? 0 : last) % tones.length] ?? ''
}
