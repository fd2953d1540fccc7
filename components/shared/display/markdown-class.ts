export const markdownClass = 'prose-rounds max-w-none text-sm'
