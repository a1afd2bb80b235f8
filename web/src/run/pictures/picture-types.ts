/** Types of pictures that the server accepts in a message (`UserMessagePart`). */
export const TAKEN = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
