import { streamRequest } from '../../../worker/src/conversations/stream-request.ts'

/** What the HTTP routes send for a person whose right never ends. */
export const readStream = (query: string): Request =>
	streamRequest(Object.fromEntries(new URLSearchParams(query)), {
		actor: { kind: 'system' },
		role: null,
	})
