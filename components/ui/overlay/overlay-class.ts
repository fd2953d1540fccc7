/** Behind a dialog or sheet: darkens the page. */
export const overlayClass = [
  'fixed inset-0 z-50 bg-black/50',
  'data-[state=open]:animate-in data-[state=open]:fade-in-0',
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0',
].join(' ')

/** A dialog in the middle of the page. */
export const modalClass = [
  'fixed top-1/2 left-1/2 z-50 -translate-x-1/2 -translate-y-1/2',
  'grid max-h-[calc(100dvh-2rem)] w-full max-w-[calc(100%-2rem)] gap-4 overflow-y-auto sm:max-w-lg',
  'rounded-lg border bg-background p-6 shadow-lg outline-none',
  'data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95',
].join(' ')

/** A menu or popover beside the button that opens it. */
export const popupClass = [
  'z-50 min-w-32 overflow-x-hidden overflow-y-auto',
  'rounded-md border bg-popover p-1 text-popover-foreground shadow-md outline-none',
  'data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95',
].join(' ')
