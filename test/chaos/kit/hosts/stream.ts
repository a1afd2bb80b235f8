import { streamRequest } from '../../../../worker/src/ports/stream.ts'

/** The request of the HTTP routes for a person whose right never ends. */
export const readStream = (query: string): Request =>
	streamRequest(Object.fromEntries(new URLSearchParams(query)), {
		actor: { kind: 'system' },
		role: null,
	})
