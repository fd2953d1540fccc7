import type { Group } from '#lib/domain/workflow/definition'

/**
 * The classes of a group's frame, of the head of it, and of its box. Borders are opaque: half
 * transparent, parts of a violet one are drawn in yellow.
 */
const groupTones: Record<Group['colour'], { frame: string; head: string }> = {
  blue: {
    frame: 'border-sky-400 dark:border-sky-600 bg-sky-500/8',
    head: 'bg-sky-100 text-sky-950 dark:bg-sky-950 dark:text-sky-100',
  },
  green: {
    frame: 'border-emerald-400 dark:border-emerald-600 bg-emerald-500/8',
    head: 'bg-emerald-100 text-emerald-950 dark:bg-emerald-950 dark:text-emerald-100',
  },
  amber: {
    frame: 'border-amber-400 dark:border-amber-600 bg-amber-500/8',
    head: 'bg-amber-100 text-amber-950 dark:bg-amber-950 dark:text-amber-100',
  },
  violet: {
    frame: 'border-violet-400 dark:border-violet-600 bg-violet-500/8',
    head: 'bg-violet-100 text-violet-950 dark:bg-violet-950 dark:text-violet-100',
  },
  rose: {
    frame: 'border-rose-400 dark:border-rose-600 bg-rose-500/8',
    head: 'bg-rose-100 text-rose-950 dark:bg-rose-950 dark:text-rose-100',
  },
  grey: {
    frame: 'border-slate-400 dark:border-slate-600 bg-slate-500/8',
    head: 'bg-slate-200 text-slate-950 dark:bg-slate-800 dark:text-slate-100',
  },
}

/** The classes of a colour; one of another version is grey. */
export const toneOfGroup = (colour: string): { frame: string; head: string } =>
  groupTones[colour as Group['colour']] ?? groupTones.grey

/** The frame of a group without its head. */
export const frameClassOf = (colour: string): string =>
  `rounded-xl border-2 ${toneOfGroup(colour).frame}`

/** The colours of groups, as people read them. */
export const colourWords: Record<Group['colour'], string> = {
  blue: 'Blue',
  green: 'Green',
  amber: 'Amber',
  violet: 'Violet',
  rose: 'Rose',
  grey: 'Grey',
}
