/** A conversation as a file: Markdown, JSON, or one HTML page that replays it. From D1, as a visitor may see it. */
import {
	ConversationExport,
	EXPORT_FORMAT,
} from '@fairlead/protocol/conversations/conversation-export'
import { json, type Route, route } from '../../http/route.ts'
import { attachment } from '../../platform/attachment.ts'
import { conversationMarkdown } from '../export/markdown.ts'
import { sharedTitle } from '../shared-names.ts'
import { readPictures } from './export-pictures.ts'
import { readSharedTranscript } from './shared-transcript.ts'

/** The most that a Worker holds at once. The rest of a longer conversation is left out, and the file says so. */
const MAX_EXPORT = { bytes: 16 * 1024 * 1024 } as const

async function hashOf(text: string): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
	return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

/** Always a download: shown as a page of this server, it would have its origin. */
const file = (text: string, mediaType: string, disposition: string): Response =>
	new Response(text, {
		headers: {
			'content-type': `${mediaType}; charset=utf-8`,
			'content-disposition': disposition,
		},
	})

const access = {
	by: ['token', 'session', 'share'],
	on: 'conversation',
	needs: 'conversation.export',
	origin: 'own-to-change',
} as const

const CUT = 'The conversation is longer than an export may be: its end is missing.'

export const exportRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/export/json',
		operationId: 'exportConversationAsJson',
		summary: 'Export a conversation as JSON',
		access,
		answers: [{ status: 200, schema: ConversationExport, description: 'With its pictures.' }],
		async handle({ db, env, granted, now }) {
			const { id, createdAt } = granted.conversation
			const title = sharedTitle(granted.conversation.title)
			const { messages, complete } = await readSharedTranscript(db, id, MAX_EXPORT)
			const { pictures, leftOut } = await readPictures(env, id, messages)
			const answer = json({
				format: EXPORT_FORMAT,
				version: 1,
				title,
				createdAt,
				exportedAt: now,
				complete,
				messages,
				pictures: Object.fromEntries(pictures),
				picturesLeftOut: leftOut,
			} satisfies ConversationExport)
			answer.headers.set('content-disposition', attachment(title, now, 'json'))
			return answer
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/export/markdown',
		operationId: 'exportConversationAsMarkdown',
		summary: 'Export a conversation as Markdown',
		access,
		answers: [{ status: 200, mediaType: 'text/markdown', description: 'With its pictures.' }],
		async handle({ db, env, granted, now }) {
			const { id } = granted.conversation
			const title = sharedTitle(granted.conversation.title)
			const { messages, complete } = await readSharedTranscript(db, id, MAX_EXPORT)
			const pictures = await readPictures(env, id, messages)
			const text = conversationMarkdown(title, messages, pictures)
			const whole = complete ? text : `${CUT}\n\n${text}`
			return file(whole, 'text/markdown', attachment(title, now, 'md'))
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/export/html',
		operationId: 'exportConversationAsHtml',
		summary: 'Export a conversation as one HTML file that replays it',
		access,
		answers: [{ status: 200, mediaType: 'text/html', description: 'With its pictures.' }],
		async handle({ db, env, granted, now }) {
			const { id } = granted.conversation
			const title = sharedTitle(granted.conversation.title)
			const { messages, complete } = await readSharedTranscript(db, id, MAX_EXPORT)
			const pictures = await readPictures(env, id, messages)
			const { REPLAY_SCRIPT, REPLAY_STYLES, replayDocument } = await import('../export/replay.ts')
			const hashes = { style: await hashOf(REPLAY_STYLES), script: await hashOf(REPLAY_SCRIPT) }
			const name = complete ? title : `${title} (cut: too long for an export)`
			const page = replayDocument(name, messages, pictures, hashes)
			return file(page, 'text/html', attachment(title, now, 'html'))
		},
	}),
]
