/** The look of all text-like controls. Phones zoom into letters smaller than 16 px. */
export const fieldClass = [
  'w-full min-w-0 rounded-md border border-input bg-background text-base md:text-sm shadow-xs',
  'outline-none transition-colors placeholder:text-muted-foreground',
  'focus-visible:border-ring focus-visible:ring-2 focus-visible:ring-ring/50',
  'disabled:cursor-not-allowed disabled:opacity-60',
  'aria-invalid:border-destructive aria-invalid:ring-destructive/30',
].join(' ')
