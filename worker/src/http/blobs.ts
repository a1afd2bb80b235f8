import { Id } from '@fairlead/protocol/http'
import { notFound } from './problem.ts'
import { type Route, route } from './route.ts'

/** Types that a browser may show inline; everything else is downloaded. */
const SHOWN_TYPES: ReadonlySet<string> = new Set([
	'image/png',
	'image/jpeg',
	'image/webp',
	'image/gif',
	'text/plain',
	'application/json',
])

export const blobRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/blobs/:blobId',
		operationId: 'readBlob',
		summary: 'Read a stored picture or file',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, mediaType: '*/*', description: "The file's bytes." }],
		async handle({ env, granted, param }) {
			const blobId = param('blobId')
			if (!Id.safeParse(blobId).success) throw notFound('file')
			const blob = await env.CONVERSATION.getByName(granted.conversation.id).blob(blobId)
			if (!blob) throw notFound('file')
			const shown = SHOWN_TYPES.has(blob.mediaType)
			return new Response(blob.bytes, {
				headers: {
					'content-type': shown ? blob.mediaType : 'application/octet-stream',
					'content-disposition': shown ? 'inline' : 'attachment',
					// An id never gets other bytes. Private: membership is checked for each user.
					'cache-control': 'private, max-age=31536000, immutable',
					'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
				},
			})
		},
	}),
]
