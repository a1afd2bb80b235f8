/**
 * A stand-in for the Worker, for looking at the built page with canned data:
 * `node web/test/mock-server.ts [port] [folder of the built page]`. Not shipped.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { WebSocketServer } from 'ws'
import { answerOfAgents } from './fixtures/agents.ts'
import { failedRun, limitedRun } from './fixtures/failed.ts'
import { finished } from './fixtures/finished.ts'
import { longHistory } from './fixtures/history.ts'
import { user } from './fixtures/parts.ts'
import { png } from './fixtures/png.ts'
import { conversations, projects } from './fixtures/projects.ts'
import { reverted, revertPreview } from './fixtures/revert.ts'
import { relay, seat } from './fixtures/room.ts'
import {
	approvalParts,
	retryParts,
	runningParts,
	runningTail,
	waitingParts,
} from './fixtures/running.ts'
import { hierarchy, inspected, logs, manyObjects } from './fixtures/scene.ts'
import { SPIN } from './fixtures/scripts.ts'

const DIST = process.argv[3] ?? join(import.meta.dirname, '..', 'dist')
const PORT = Number(process.argv[2] ?? 4180)
const CSP =
	"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const TYPES: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.svg': 'image/svg+xml',
	'.woff2': 'font/woff2',
}

type Message = { id: string; role: 'user' | 'assistant'; parts: Record<string, unknown>[] }
const posted = new Map<string, Message[]>()
const queued = new Map<string, unknown[]>()

/** Conversations with an active run. `open`: the stream stays open; else it ends where the run waits. */
const LIVE: Readonly<
	Record<string, { question: string; parts: Record<string, unknown>[]; open: boolean }>
> = {
	cnv_000000running: {
		question: 'Build the floating islands',
		parts: [...runningParts, ...runningTail],
		open: true,
	},
	cnv_000000waiting: {
		question: 'Add a jump pad that throws the player up',
		parts: waitingParts,
		open: false,
	},
	cnv_00000approval: { question: 'Tidy up the materials', parts: approvalParts, open: false },
	cnv_0000000retry: { question: 'Describe the scene', parts: retryParts, open: false },
}

function historyOf(id: string): Message[] {
	const more = posted.get(id) ?? []
	if (id === 'cnv_0000finished') return [...(finished as Message[]), ...more]
	if (id === 'cnv_000000failed') return failedRun as Message[]
	if (id === 'cnv_000000limited') return [...(limitedRun as Message[]), ...more]
	const live = LIVE[id]
	if (live) return [user('msg_q1', live.question) as Message]
	if (id.startsWith('cnv_0000000older')) return [...(longHistory as Message[]), ...more]
	return more
}

const json = (res: ServerResponse, body: unknown, status = 200) => {
	res.writeHead(status, {
		'content-type': status < 400 ? 'application/json' : 'application/problem+json',
	})
	res.end(JSON.stringify(body))
}
const problem = (
	res: ServerResponse,
	status: number,
	code: string,
	title: string,
	detail: string,
) => json(res, { type: 'about:blank', status, code, title, detail }, status)

/** A stored message as the chunks that built it. */
function* chunksOf(parts: Record<string, unknown>[], messageId: string): Generator<unknown> {
	yield { type: 'start', messageId, messageMetadata: { runId: 'run_0000000000abcd' } }
	let n = 0
	for (const part of parts) {
		const type = String(part['type'])
		if (type === 'text' || type === 'reasoning') {
			const id = `t${n++}`
			yield { type: `${type}-start`, id }
			for (const word of String(part['text']).split(/(?<= )/))
				yield { type: `${type}-delta`, id, delta: word }
			yield { type: `${type}-end`, id }
		} else if (type.startsWith('tool-') && 'state' in part) {
			const { toolCallId, input, output, errorText } = part
			yield { type: 'tool-input-available', toolCallId, toolName: type.slice(5), input }
			if (output !== undefined) yield { type: 'tool-output-available', toolCallId, output }
			if (errorText !== undefined) yield { type: 'tool-output-error', toolCallId, errorText }
		} else yield part
	}
}

function stream(res: ServerResponse, id: string, cursor: number): void {
	const live = LIVE[id]
	if (!live) {
		res.writeHead(204).end()
		return
	}
	sse(res)
	let seq = 0
	for (const chunk of chunksOf(live.parts, `msg_${id}`)) {
		seq++
		if (seq > cursor) res.write(`id: ${seq}\ndata: ${JSON.stringify(chunk)}\n\n`)
	}
	// A run that waits ends its stream without a finish; a running one stays open.
	if (!live.open) res.end()
}

const sse = (res: ServerResponse) =>
	res.writeHead(200, {
		'content-type': 'text/event-stream',
		'cache-control': 'no-cache',
		'x-vercel-ai-ui-message-stream': 'v1',
	})

async function post(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
	const body = (await bodyOf(req)) as { message: Message; steer?: string }
	if (id in LIVE && body.steer) {
		const { id: messageId, parts } = body.message
		const message = {
			id: messageId,
			parts,
			steer: body.steer,
			userId: 'usr_0000000000me',
			createdAt: Date.now(),
		}
		queued.set(id, [...(queued.get(id) ?? []), message])
		return json(res, { queued: message, run: null }, 202)
	}
	const text = String(body.message.parts.find((part) => part['type'] === 'text')?.['text'])
	if (text.startsWith('refuse')) {
		problem(
			res,
			409,
			'run_active',
			'A run is active in this conversation.',
			'Wait until it has ended, or stop it.',
		)
		return
	}
	sse(res)
	const source = finished[1]?.parts as Record<string, unknown>[]
	let seq = 0
	const history = posted.get(id) ?? []
	posted.set(id, [...history, body.message])
	for (const chunk of chunksOf(source, `msg_answer${Date.now()}`)) {
		res.write(`id: ${++seq}\ndata: ${JSON.stringify(chunk)}\n\n`)
		await new Promise((resolve) => setTimeout(resolve, 25))
	}
	res.write(
		`id: ${++seq}\ndata: ${JSON.stringify({ type: 'finish', messageMetadata: finished[1]?.metadata })}\n\n`,
	)
	res.end('data: [DONE]\n\n')
}

async function bodyOf(req: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = []
	for await (const chunk of req) chunks.push(chunk as Buffer)
	return JSON.parse(Buffer.concat(chunks).toString() || '{}')
}

async function api(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
	const [, , kind, id = '', sub = '', subId = ''] = url.pathname.split('/')
	const mode = /mock=(\w+)/.exec(req.headers.cookie ?? '')?.[1] ?? ''
	if (kind === 'health') {
		return json(res, {
			ok: true,
			version: '0.1.0',
			model: { provider: 'demo', id: 'demo/planner', demo: mode !== 'real' },
			setupNeeded: mode === 'out',
		})
	}
	if (kind === 'auth') {
		const { token } = (await bodyOf(req)) as { token: string }
		if (token === 'bad')
			return problem(
				res,
				403,
				'setup_token_invalid',
				'The sign-in link is not valid.',
				'Start the server again and use the link it prints.',
			)
		return json(res, { userId: 'usr_0000000000me', name: 'Ada', role: 'owner' })
	}
	if (mode === 'out')
		return problem(res, 401, 'unauthenticated', 'You are not signed in.', 'Sign in first.')
	if (mode === 'broken')
		return problem(
			res,
			500,
			'internal',
			'The server failed.',
			'Try again. If it stays like this, look at the server’s log.',
		)
	if (kind === 'me') return json(res, { userId: 'usr_0000000000me', name: 'Ada', role: 'owner' })
	if (kind === 'projects' && id === '') {
		if (req.method === 'POST') return json(res, { ...projects[0], id: 'prj_00000000noeditor' }, 201)
		return json(res, { projects: mode === 'none' ? [] : projects })
	}
	if (kind === 'projects' && sub === '') {
		if (req.method === 'DELETE') {
			res.writeHead(204).end()
			return
		}
		const found = projects.find((p) => p.id === id)
		return found
			? json(res, found)
			: problem(res, 404, 'not_found', 'There is no such project.', '')
	}
	if (sub === 'conversations') {
		if (req.method === 'POST') {
			const settings = (await bodyOf(req)) as object
			const made = {
				...conversations.at(-1),
				title: 'New conversation',
				lastRun: null,
				id: 'cnv_00000000empty',
				projectId: id,
			}
			return json(res, { ...made, ...settings }, 201)
		}
		const none = id === 'prj_00000000noeditor'
		return json(res, { conversations: none ? [] : conversations, nextCursor: none ? null : 'more' })
	}
	if (sub === 'grants') {
		const createdBy = { userId: 'usr_0000000000me', name: 'Ada' }
		const grant = (id: string, tool: string, action: string) => ({
			id,
			tool,
			action,
			createdBy,
			createdAt: Date.now() - 3_600_000,
		})
		if (req.method === 'DELETE') return void res.writeHead(204).end()
		const grants = [
			grant('grt_0000000000abc1', 'unity_asset', 'delete'),
			grant('grt_0000000000abc2', 'write_file', 'run'),
		]
		return json(res, { grants: mode === 'none' ? [] : grants })
	}
	if (sub === 'relay-tokens') {
		return json(
			res,
			{
				id: 'rlt_0000000000abcd',
				label: 'My computer',
				createdAt: Date.now(),
				lastUsedAt: null,
				token: 'flr_9k2mq7x4v0b8n5c3z6l1j4h7g0f2d5s8',
			},
			201,
		)
	}
	if (sub === 'messages' && req.method === 'POST') return post(req, res, id)
	if (sub === 'messages') {
		const all = historyOf(id)
		const before = url.searchParams.get('before')
		const end = before === null ? all.length : all.findIndex((m) => m.id === before)
		const start = Math.max(0, end - 30)
		const live = id in LIVE
		return json(res, {
			messages: all.slice(start, end),
			before: start > 0 ? all[start]?.id : null,
			activeRun: live
				? { id: 'run_0000000000abcd', state: 'running', messageId: `msg_${id}` }
				: null,
		})
	}
	if (sub === 'revert') {
		const { preview, messageId } = (await bodyOf(req)) as { preview?: boolean; messageId: string }
		if (preview) return json(res, revertPreview)
		const data = reverted(messageId)
		const message = (finished as Message[]).find((m) => m.id === messageId)
		message?.parts.push({ type: 'data-revert', id: data.revertId, data })
		return json(res, data, 202)
	}
	if (sub === 'queue') {
		if (req.method === 'DELETE') queued.delete(id)
		return json(res, { queued: queued.get(id) ?? [] })
	}
	if (sub === 'stream') return stream(res, id, Number(url.searchParams.get('cursor') ?? 0))
	if (sub === 'stop') return json(res, { runId: null, state: null })
	if (sub === 'blobs') {
		res.writeHead(200, { 'content-type': 'image/png' })
		res.end(png(768, 432, subId === 'shot1' ? 0.72 : 0.4))
		return
	}
	if (kind === 'conversations' && sub === '') {
		if (req.method === 'DELETE') {
			res.writeHead(204).end()
			return
		}
		const found = conversations.find((c) => c.id === id)
		const change = req.method === 'PATCH' ? ((await bodyOf(req)) as object) : {}
		return found
			? json(res, { ...found, ...change })
			: problem(
					res,
					404,
					'not_found',
					'There is no such conversation.',
					'It may have been deleted.',
				)
	}
	problem(res, 404, 'not_found', 'There is nothing here.', '')
}

const server = createServer(async (req, res) => {
	const url = new URL(req.url ?? '/', 'http://localhost')
	res.setHeader('content-security-policy', CSP)
	if (url.pathname.startsWith('/api/')) return api(req, res, url)
	const path = normalize(url.pathname).replace(/^([/\\.])+/, '')
	const file = extname(path) === '' ? 'index.html' : path
	try {
		const bytes = await readFile(join(DIST, file))
		res.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
		res.end(bytes)
	} catch {
		res.writeHead(404).end()
	}
})

const rooms = new WebSocketServer({
	noServer: true,
	handleProtocols: (offered) => [...offered][0] ?? false,
})
server.on('upgrade', (req, socket, head) => {
	const projectId = /projects\/([^/]+)\/room/.exec(req.url ?? '')?.[1] ?? ''
	const mode = /mock=(\w+)/.exec(req.headers.cookie ?? '')?.[1] ?? ''
	rooms.handleUpgrade(req, socket, head, (ws) => {
		const viewers = [
			{ viewerId: 'v1', name: 'Ada Lovelace' },
			{ viewerId: 'v2', name: 'Grace Hopper' },
			{ viewerId: 'v3', name: 'Linus' },
		]
		const empty = projectId === 'prj_00000000noeditor' || mode === 'noeditor'
		const phase = mode === 'gone' ? 'gone' : mode === 'compiling' ? 'compiling' : 'ready'
		const editors = [
			seat({ phase }),
			seat({
				editorKey: 'relay1:ba9876543210',
				name: 'A second project with quite a long folder name',
				phase: 'playing',
				projectPath: '/Users/ada/Unity/Second',
			}),
		]
		const state = empty
			? { relays: [], editors: [], target: null, viewers: viewers.slice(0, 1) }
			: { relays: [relay], editors, target: editors[0]?.editorKey, viewers }
		ws.on('message', (data) => {
			const text = data.toString()
			if (text === 'ping') return ws.send('pong')
			const { id, method, params } = JSON.parse(text) as {
				id?: number
				method: string
				params: {
					of?: string
					act?: string
					method?: string
					params?: { action?: string; cursor?: string }
				}
			}
			if (id === undefined) return
			const reply = (result: unknown) => ws.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
			if (method === 'room.read') {
				const what =
					params.method === 'read_console_logs'
						? logs
						: params.method === 'read_file'
							? { path: '', content: SPIN, firstLine: 1, lineCount: 11, totalLines: 11, sha256: '' }
							: params.params?.action === 'inspect_object'
								? inspected
								: mode === 'many'
									? manyObjects(Number(params.params?.cursor ?? 0))
									: hierarchy
				return reply({ status: 'ok', result: what })
			}
			reply(answerOfAgents(method, params) ?? state)
		})
	})
})

server.listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`))
