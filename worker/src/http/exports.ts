/** A conversation as a file: Markdown, JSON, or one HTML page that replays it. From D1, as a visitor may see it. */
import { ConversationExport, EXPORT_FORMAT } from '@fairlead/protocol/conversation-export'
import type { StoredMessage } from '@fairlead/protocol/http'
import type { Database } from '../db/client.ts'
import { readShown } from '../db/transcript.ts'
import { conversationMarkdown } from '../sharing/export/markdown.ts'
import { REPLAY_SCRIPT, REPLAY_STYLES, replayDocument } from '../sharing/export/replay.ts'
import { sharedMessage } from '../sharing/shared-parts.ts'
import { json, type Route, route } from './route.ts'

/** The most that a Worker holds at once. The rest of a longer conversation is left out, and the file says so. */
const MAX_BYTES = 16 * 1024 * 1024
const ROWS_AT_ONCE = 20

interface Read {
	readonly messages: StoredMessage[]
	readonly complete: boolean
}

async function readAll(db: Database, conversationId: string): Promise<Read> {
	const messages: StoredMessage[] = []
	let bytes = 0
	for (let after = 0; ; ) {
		const page = await readShown(db, conversationId, after, ROWS_AT_ONCE)
		for (const { seq, ui } of page) {
			bytes += ui.length
			if (messages.length > 0 && bytes > MAX_BYTES) return { messages, complete: false }
			messages.push(sharedMessage(JSON.parse(ui) as StoredMessage))
			after = seq
		}
		if (page.length < ROWS_AT_ONCE) return { messages, complete: true }
	}
}

async function hashOf(text: string): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
	return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

/** Always a download: shown as a page of this server, it would have its origin. */
const file = (text: string, mediaType: string, name: string): Response =>
	new Response(text, {
		headers: {
			'content-type': `${mediaType}; charset=utf-8`,
			'content-disposition': `attachment; filename="${name}"`,
		},
	})

const access = {
	by: ['token', 'session', 'share'],
	on: 'conversation',
	needs: 'conversation.export',
	origin: 'own-to-change',
} as const

const CUT = 'The conversation is longer than an export may be: what follows is missing.'

export const exportRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/export/json',
		operationId: 'exportConversationAsJson',
		summary: 'Export a conversation as JSON',
		access,
		answers: [{ status: 200, schema: ConversationExport, description: 'Without pictures.' }],
		async handle({ db, granted, now }) {
			const { id, title, createdAt } = granted.conversation
			const { messages, complete } = await readAll(db, id)
			const answer = json({
				...{ format: EXPORT_FORMAT, version: 1, title, createdAt, exportedAt: now },
				...{ complete, messages },
			} satisfies ConversationExport)
			answer.headers.set('content-disposition', `attachment; filename="${id}.json"`)
			return answer
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/export/markdown',
		operationId: 'exportConversationAsMarkdown',
		summary: 'Export a conversation as Markdown',
		access,
		answers: [{ status: 200, mediaType: 'text/markdown', description: 'Without pictures.' }],
		async handle({ db, granted }) {
			const { id, title } = granted.conversation
			const { messages, complete } = await readAll(db, id)
			const text = conversationMarkdown(title, messages)
			return file(complete ? text : `${text}\n${CUT}\n`, 'text/markdown', `${id}.md`)
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/export/html',
		operationId: 'exportConversationAsHtml',
		summary: 'Export a conversation as one HTML file that replays it',
		access,
		answers: [{ status: 200, mediaType: 'text/html', description: 'Without pictures.' }],
		async handle({ db, granted }) {
			const { id, title } = granted.conversation
			const { messages, complete } = await readAll(db, id)
			const hashes = { style: await hashOf(REPLAY_STYLES), script: await hashOf(REPLAY_SCRIPT) }
			const name = complete ? title : `${title} (cut: too long for an export)`
			return file(replayDocument(name, messages, hashes), 'text/html', `${id}.html`)
		},
	}),
]
