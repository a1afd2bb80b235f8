import { Id } from '@fairlead/protocol/http/id'
import { notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { readPicture } from '../../pictures/recorded-pictures.ts'
import type { StoredBlob } from '../../ports/conversation.ts'

/** Types that a browser may show inline; everything else is downloaded. */
const SHOWN_TYPES: ReadonlySet<string> = new Set([
	'image/png',
	'image/jpeg',
	'image/webp',
	'image/gif',
	'text/plain',
	'application/json',
])

export const isPicture = ({ mediaType }: StoredBlob): boolean =>
	mediaType.startsWith('image/') && SHOWN_TYPES.has(mediaType)

export function blobAnswer({ mediaType, bytes }: StoredBlob): Response {
	const shown = SHOWN_TYPES.has(mediaType)
	return new Response(bytes, {
		headers: {
			'content-type': shown ? mediaType : 'application/octet-stream',
			'content-disposition': shown ? 'inline' : 'attachment',
			// An id never gets other bytes. Private: the right to read is checked for each reader.
			'cache-control': 'private, max-age=31536000, immutable',
			'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
		},
	})
}

export const blobRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/blobs/:blobId',
		operationId: 'readBlob',
		summary: 'Read a stored picture or file',
		access: {
			by: ['token', 'session', 'share'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, mediaType: '*/*', description: "The file's bytes." }],
		async handle({ env, granted, param }) {
			const blobId = param('blobId')
			if (!Id.safeParse(blobId).success) throw notFound('file')
			const blob = await readPicture(env, granted.conversation.id, blobId)
			// Visitors get the pictures that a conversation shows, not the texts of its results.
			const shared = granted.actor.kind === 'share'
			if (!blob || (shared && !isPicture(blob))) throw notFound('file')
			return blobAnswer(blob)
		},
	}),
]
