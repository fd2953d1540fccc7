export const markdownClass = 'prose-rounds lowered max-w-none text-sm'
