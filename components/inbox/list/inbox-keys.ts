/** The keys of the inbox, as its help shows them. */
export const inboxKeys: { keys: string; does: string }[] = [
  { keys: 'J, K', does: 'To the next row, to the row before' },
  { keys: 'Enter, O', does: 'Open the row' },
  { keys: 'C', does: 'Claim it' },
  { keys: 'R', does: 'Give it back; with selected rows: give them back' },
  { keys: 'A', does: 'Assign it; with selected rows: assign them' },
  { keys: 'H', does: 'Hand over what you have, with a note' },
  { keys: 'X', does: 'Select it; again: no longer' },
  { keys: 'Shift+X', does: 'Select from the row selected last to this one' },
  { keys: '*', does: 'Select all that are shown' },
  { keys: 'N', does: 'Take the next one' },
  { keys: '1 … 9', does: 'Show that view of the list at the side' },
  { keys: '/', does: 'Search' },
  { keys: 'Escape', does: 'Select none' },
  { keys: '?', does: 'This list' },
]
