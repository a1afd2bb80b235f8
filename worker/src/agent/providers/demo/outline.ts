import type { ChatProvider } from '../../model/types.ts'

/** The demo model without its code. */
export const DEMO = {
	id: 'demo',
	summarizes: false,
	usesTokens: false,
} as const satisfies Omit<ChatProvider, 'stream'>
