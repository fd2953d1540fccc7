import { cn } from '#components/ui/cn'

/** A value in a text. */
export const pillClass = cn(
  'mx-px inline-block max-w-full truncate rounded border border-sky-300 bg-sky-100 px-1 align-bottom',
  'text-[13px] leading-[18px] text-sky-950 dark:border-sky-800 dark:bg-sky-950 dark:text-sky-100',
)
