/** A path as it stands in a message: in backticks, which keep a name with spaces together. */
export const codeSpan = (path: string): string => (path.includes('`') ? path : `\`${path}\``)
