/** Shared conversations as pages that need no JavaScript, from D1 alone: no object wakes to be read. */

import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { ENDED_RUN_STATES, type RunState } from '@fairlead/protocol/conversations/runs'
import * as z from 'zod'
import type { SessionActor, ShareActor } from '../../access/actor.ts'
import { can } from '../../access/can.ts'
import { linkOrigin } from '../../accounts/sign-in/configured-methods.ts'
import {
	type ConversationRow,
	findConversation,
	listConversations,
} from '../../conversations/record/conversations.ts'
import { readShown, type ShownMessage } from '../../conversations/record/transcript.ts'
import { blobAnswer, isPicture } from '../../conversations/routes/blobs.ts'
import type { Database } from '../../db/client.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { type AppContext, type Route, route } from '../../http/route.ts'
import { readPicture } from '../../pictures/recorded-pictures.ts'
import { sameSecret } from '../../platform/secrets.ts'
import { blobOf } from '../blob-address.ts'
import { documentText, NO_INDEX, type Page } from '../page/document.ts'
import { picturesOf } from '../page/pictures-of.ts'
import { STYLES } from '../page/styles.ts'
import { sharedTitle, sharedWords } from '../shared-names.ts'
import { sharedMessage } from '../shared-parts.ts'
import { openShare, pictureKey, shareHash, visitorOf } from '../store/links.ts'
import { findShare, type Shared, type ShareRow } from '../store/shares.ts'
import { isOpen, noSuchLink, refusedLink } from './share-links.ts'

/** Messages of one page, and bytes of their rows: what a Worker renders in some milliseconds. */
const PAGE_MESSAGES = 200
const PAGE_BYTES = 2 * 1024 * 1024
/** Rows read at once; a row has at most 1.9 MB. */
const ROWS_AT_ONCE = 20
const LISTED = 100
const MAX_PICTURES = 500

const PageQuery = z.object({ after: z.coerce.number().int().min(0).max(1e9).default(0) })
const access = {
	by: ['session', 'nobody'],
	on: 'installation',
	needs: 'share.open',
	origin: 'own-to-change',
} as const
const HTML_PAGE = {
	status: 200,
	mediaType: 'text/html',
	description: 'A page without scripts.',
} as const
const REFUSED = ([401, 403, 404] as const).map((status) => ({ ...HTML_PAGE, status }))

/** Loaded with the first page: they bring a reader of Markdown. */
const pages = () => import('../page/pages.ts')

let stylesHash: string | undefined
/** The only style that the policy allows. */
async function hashOfStyles(): Promise<string> {
	if (stylesHash === undefined) {
		const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLES))
		stylesHash = btoa(String.fromCharCode(...new Uint8Array(digest)))
	}
	return stylesHash
}

async function answerPage(page: Page, status = 200): Promise<Response> {
	const csp = [
		"default-src 'none'",
		"img-src 'self'",
		`style-src 'sha256-${await hashOfStyles()}'`,
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join('; ')
	return new Response(documentText(page), {
		status,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy': csp,
			'x-robots-tag': NO_INDEX,
			'cross-origin-resource-policy': 'same-origin',
		},
	})
}

/** Problems as pages: people read these. */
async function asPage(c: AppContext, work: () => Promise<Response>): Promise<Response> {
	try {
		return await work()
	} catch (error) {
		if (!(error instanceof HttpProblem)) throw error
		const { status } = error.toResponse(c.get('requestId'))
		const { refusalPage } = await pages()
		return answerPage(refusalPage(error.message, error.more.detail ?? ''), status)
	}
}

interface Reading {
	readonly c: AppContext
	readonly db: Database
	readonly now: number
	readonly granted: { readonly actor: { readonly kind: 'session' } | { readonly kind: 'nobody' } }
	param(name: string): string
}

const sessionOf = ({ granted }: Reading): SessionActor | null =>
	granted.actor.kind === 'session' ? (granted.actor as SessionActor) : null

async function sharedBy(db: Database, token: string, now: number): Promise<Shared> {
	const tokenHash = await shareHash(token)
	const found = tokenHash === null ? undefined : await findShare(db, { tokenHash }, now)
	if (!found) throw noSuchLink()
	return found
}

/** The link, or the page to open it first. */
async function reading(input: Reading): Promise<Shared | Response> {
	const { c, db, now } = input
	const shared = await sharedBy(db, input.param('token'), now)
	const session = sessionOf(input)
	if (await isOpen(db, c.req.raw, shared, session, now)) return shared
	const { signInRequired, usesLeft } = shared.share
	if (usesLeft === 0) throw refusedLink('used_up')
	const { doorPage } = await pages()
	const page = await answerPage(
		doorPage({
			signIn: signInRequired && session === null,
			openAddress: `/s/${input.param('token')}`,
			signInAddress: `/sign-in?to=${encodeURIComponent(`/shared/${input.param('token')}`)}`,
		}),
	)
	// The form says where it comes from; `no-referrer` would make its origin "null". Nothing here leads elsewhere.
	page.headers.set('referrer-policy', 'same-origin')
	return page
}

async function readConversation(
	input: Reading & { readonly query: z.output<typeof PageQuery> },
	shared: Shared,
	conversationId: string,
): Promise<Response> {
	const { c, db, query } = input
	const token = input.param('token')
	const conversation = await conversationBehind(db, shared.share, conversationId)
	if (!conversation) throw notFound('conversation')
	const { rows, more } = await readRows(db, conversationId, query.after)
	const messages = rows.map(({ ui }) => sharedMessage(JSON.parse(ui) as StoredMessage))
	const addresses = await pictureAddresses(shared, conversationId, messages)
	const ofProject = shared.share.conversationId === null
	const here = ofProject ? `/s/${token}/c/${conversationId}` : `/s/${token}`
	const { conversationPage } = await pages()
	const page = conversationPage({
		title: sharedTitle(conversation.title),
		live: isLive(conversation),
		messages,
		addressOf: (url) => addresses.get(url) ?? null,
		liveAddress: ofProject ? `/shared/${token}/c/${conversationId}` : `/shared/${token}`,
		nextAddress: more === null ? null : `${here}?after=${more}`,
		listAddress: ofProject ? `/s/${token}` : null,
		takesPart: shared.share.role !== 'viewer',
	})
	const last = [...addresses.values()].at(-1)
	const absolute = (path: string): string => new URL(path, linkOrigin(c.env, c.req.raw)).href
	return answerPage({
		...page,
		// Without the token: who makes previews has it already, and nobody else needs it.
		...(last === undefined ? {} : { image: absolute(last) }),
	})
}

/** The conversation, if this link shows it. */
async function conversationBehind(
	db: Database,
	share: ShareRow,
	conversationId: string,
): Promise<ConversationRow | undefined> {
	const visitor: ShareActor = visitorOf(share)
	const found = await findConversation(db, conversationId, null)
	const resource = found && {
		...({ kind: 'conversation', conversationId, role: null } as const),
		projectId: found.project.id,
	}
	const verdict = can<'conversation'>(visitor, 'conversation.read', resource ?? { kind: 'gone' })
	return verdict === 'allowed' ? found?.conversation : undefined
}

const isLive = ({ lastRunState }: ConversationRow): boolean =>
	lastRunState !== null && !ENDED_RUN_STATES.has(lastRunState as RunState)

/** `more`: where the next page begins; null: there is none. */
async function readRows(
	db: Database,
	conversationId: string,
	after: number,
): Promise<{ rows: ShownMessage[]; more: number | null }> {
	const rows: ShownMessage[] = []
	let bytes = 0
	for (let from = after; ; ) {
		const page = await readShown(db, conversationId, from, ROWS_AT_ONCE)
		for (const row of page) {
			if (rows.length > 0 && (rows.length >= PAGE_MESSAGES || bytes + row.ui.length > PAGE_BYTES))
				return { rows, more: from }
			rows.push(row)
			bytes += row.ui.length
			from = row.seq
		}
		if (page.length < ROWS_AT_ONCE) return { rows, more: null }
	}
}

async function pictureAddresses(
	{ share }: Shared,
	conversationId: string,
	messages: readonly StoredMessage[],
): Promise<Map<string, string>> {
	const urls = [
		...new Set(messages.flatMap((message) => picturesOf(message).map(({ url }) => url))),
	]
	const found = await Promise.all(
		urls.slice(0, MAX_PICTURES).map(async (url): Promise<[string, string][]> => {
			const named = blobOf(url)
			if (named?.conversationId !== conversationId) return []
			const key = await pictureKey(share, conversationId, named.blobId)
			return [[url, `/s/pictures/${share.id}/${conversationId}/${named.blobId}/${key}`]]
		}),
	)
	return new Map(found.flat())
}

export const sharePageRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/s/:token',
		operationId: 'readShare',
		summary: 'Read what a share link leads to, as a page without scripts',
		access,
		query: PageQuery,
		answers: [HTML_PAGE, ...REFUSED],
		handle: (input) =>
			asPage(input.c, async () => {
				const shared = await reading(input)
				if (shared instanceof Response) return shared
				const { conversationId, projectId } = shared.share
				if (conversationId !== null) return readConversation(input, shared, conversationId)
				const rows = await listConversations(
					input.db,
					{ projectId, place: 'list' },
					LISTED + 1,
					null,
				)
				const listed = rows.slice(0, LISTED).map(({ id, title }) => ({
					title: sharedTitle(title),
					address: `/s/${input.param('token')}/c/${id}`,
				}))
				const name = sharedWords(shared.project.name)
				const { projectPage } = await pages()
				return answerPage(projectPage(name, listed, rows.length > LISTED))
			}),
	}),
	route({
		method: 'get',
		path: '/s/:token/c/:conversationId',
		operationId: 'readSharedConversation',
		summary: 'Read a conversation of a shared project, as a page without scripts',
		access,
		query: PageQuery,
		answers: [HTML_PAGE, ...REFUSED],
		handle: (input) =>
			asPage(input.c, async () => {
				const shared = await reading(input)
				if (shared instanceof Response) return shared
				return readConversation(input, shared, input.param('conversationId'))
			}),
	}),
	route({
		method: 'post',
		path: '/s/:token',
		operationId: 'openShareByForm',
		summary: 'Open a share link in this browser, without scripts',
		audit: { none: 'The link counts its visits.' },
		access,
		answers: [{ status: 303, description: 'Opened: to the page.' }, ...REFUSED],
		handle: (input) =>
			asPage(input.c, async () => {
				const { c, db, now } = input
				const { share } = await sharedBy(db, input.param('token'), now)
				input.note({ projectId: share.projectId, subject: share.id })
				const opened = await openShare(db, c.req.raw, share, sessionOf(input), now)
				if (!opened.ok) throw refusedLink(opened.reason)
				const answer = new Response(null, {
					status: 303,
					headers: { location: `/s/${input.param('token')}` },
				})
				for (const cookie of opened.cookies) answer.headers.append('set-cookie', cookie)
				return answer
			}),
	}),
	route({
		method: 'get',
		path: '/s/pictures/:shareId/:conversationId/:blobId/:key',
		operationId: 'readSharedPicture',
		summary: 'Read a picture of a shared page, while the link is in force',
		access: { by: ['nobody'], on: 'installation', needs: 'share.open', origin: 'own-to-change' },
		answers: [{ status: 200, mediaType: '*/*', description: 'The picture.' }],
		async handle({ env, db, now, param }) {
			const [conversationId, blobId] = [param('conversationId'), param('blobId')]
			const found = await findShare(db, { id: param('shareId') }, now)
			const key = found && (await pictureKey(found.share, conversationId, blobId))
			if (!key || !(await sameSecret(param('key'), key))) throw notFound('picture')
			// A person with the link's token can make any number of keys.
			if (!(await conversationBehind(db, found.share, conversationId))) throw notFound('picture')
			const blob = await readPicture(env, conversationId, blobId)
			if (!blob || !isPicture(blob)) throw notFound('picture')
			const answer = blobAnswer(blob)
			// Previews of links show it elsewhere; a revoked link's pictures should not stay for long.
			answer.headers.set('cross-origin-resource-policy', 'cross-origin')
			answer.headers.set('cache-control', 'private, max-age=300')
			answer.headers.set('x-robots-tag', NO_INDEX)
			return answer
		},
	}),
]
