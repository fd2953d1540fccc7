/** Every key of the editor, as the help shows them. `Mod` is Ctrl, on a Mac Command. */
export const shortcuts: { keys: string; does: string }[] = [
  {
    keys: 'Mod+K',
    does:
      'All commands: type what to do, a step to add or a step to go to; ' +
      'arrow keys and Enter choose. Also inside of fields',
  },
  {
    keys: 'A',
    does: 'Go to “Add a step”: type a name, Enter adds it behind the selected step and opens it',
  },
  { keys: '/', does: 'Find a step' },
  {
    keys: 'Enter',
    does:
      'On a step: open it in the inspector; on a note: write in it; on a group: collapse or ' +
      'expand it',
  },
  { keys: 'N', does: 'Add a note to the canvas' },
  {
    keys: 'Escape',
    does: 'From the inspector back to the step; on the canvas: select nothing, then one level up',
  },
  { keys: 'Mod+G, Mod+Shift+G', does: 'Make a group of the selected steps; ungroup' },
  { keys: 'F2', does: 'Rename the group' },
  { keys: 'L', does: 'Open the selected loop, or the workflow that a step runs, as a level' },
  { keys: 'K', does: 'Collapse the selected loop or group to one box, or expand it' },
  { keys: 'D', does: 'Disable the selected steps in tries, or enable them' },
  { keys: 'P', does: 'Pin what the selected step gave, for tries; or let it go' },
  { keys: 'C', does: 'Connect the selected step to another' },
  { keys: 'Arrow keys', does: 'Move the selected steps and notes (with Shift: further)' },
  { keys: 'Alt+Arrow up, Alt+Arrow down', does: 'In the outline: move the step to another place' },
  { keys: 'Mod+Arrow keys', does: 'On a note: change its size' },
  { keys: 'Delete', does: 'Delete the selected steps, notes or connections' },
  { keys: 'Mod+Z', does: 'Undo' },
  { keys: 'Mod+Shift+Z', does: 'Do it again' },
  { keys: 'Mod+C, Mod+X, Mod+V', does: 'Copy, cut, paste steps, also into another workflow' },
  { keys: 'Mod+D', does: 'Duplicate the selected steps' },
  { keys: 'Mod+A', does: 'Select all steps' },
  { keys: 'O', does: 'Outline or canvas' },
  { keys: 'T', does: 'Tidy up' },
  { keys: 'F', does: 'Fit the whole workflow' },
  { keys: 'Mod+S', does: 'Save now' },
  { keys: '?', does: 'This list' },
]
