/** The arena's API, which is another one than Fairlead's: its own keys, and errors as `{error}`. */
import { issueText } from '@fairlead/protocol/http/issue-text'
import { Hono } from 'hono'
import * as z from 'zod'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { onceEach, readBody } from '../../http/body.ts'
import { localLimits } from '../../http/local-limits.ts'
import { HttpProblem, isDiskFull, isPassing } from '../../http/problem.ts'
import { playerWithKey } from '../players.ts'
import type { ArenaPlayerRow } from '../store/players.ts'
import { SKILL } from '../texts/skill.ts'
import { THEORY } from '../texts/theory.ts'
import { arenaOpenApi } from './openapi.ts'
import { ARENA_PATH } from './path.ts'
import { Refusal, type RefusalStatus } from './refusal.ts'
import type { ArenaRoute, Rate } from './route.ts'
import { ARENA_ROUTES } from './routes.ts'

const API = `${ARENA_PATH}/api`
/** A source may have 64 KiB, and JSON escapes a byte with up to six. */
const MAX_BODY_BYTES = 512 * 1024
const RATE_PERIOD_S = 60
const MAINTENANCE_S = 300

interface Bindings {
	readonly env: Env
	/** The player who asks, as code of this server has found out; null: the request's key says it. */
	readonly as: ArenaPlayerRow | null
	/** See `Input`. */
	readonly writer: string | null
}

const limitOf = (env: Env, rate: Rate): RateLimit => {
	switch (rate) {
		case 'often':
			return env.RATE_OF_ADDRESSES ?? localLimits.addresses
		case 'seldom':
			return env.RATE_OF_ARENA ?? localLimits.arena
		default:
			return rate satisfies never
	}
}

/** @throws Refusal */
async function count(env: Env, request: Request, rate: Rate, what: string): Promise<void> {
	const address = request.headers.get('cf-connecting-ip')
	if (env.RATE_LIMITS === 'off' || address === null) return
	const { success } = await limitOf(env, rate).limit({ key: `arena:${what}:${address}` })
	if (success) return
	throw new Refusal(429, 'Too many requests. Wait a minute, then continue more slowly.', {
		headers: { 'retry-after': String(RATE_PERIOD_S) },
	})
}

function readQuery(request: Request, schema: z.core.$ZodType): unknown {
	const parsed = z.safeParse(schema, onceEach(new URL(request.url).searchParams))
	if (parsed.success) return parsed.data
	throw new Refusal(400, 'The query parameters are not valid. Fix those in "details".', {
		details: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issueText(issue)}`),
	})
}

/** Errors of the parts that are shared with Fairlead's API, in this API's form. */
function refusalOf(error: unknown): Refusal {
	if (error instanceof Refusal) return error
	if (error instanceof HttpProblem) {
		const { detail, issues } = error.more
		const status = error.toResponse('').status as RefusalStatus
		if (issues) {
			return new Refusal(status, `${error.message} Fix those in "details", and send it again.`, {
				details: issues.map(({ path, message }) => `${path}: ${message}`),
			})
		}
		const next = error.code === 'too_large' ? 'Nothing was stored; send a shorter source.' : detail
		return new Refusal(status, next === undefined ? error.message : `${error.message} ${next}`)
	}
	console.error('arena', error)
	if (isDiskFull(error)) {
		return new Refusal(
			503,
			'The disk of the server is full. Nothing was stored; try again later.',
			{
				headers: { 'retry-after': '30' },
			},
		)
	}
	if (isPassing(error)) {
		return new Refusal(503, 'The server is temporarily unavailable. Try again in a moment.', {
			headers: { 'retry-after': '2' },
		})
	}
	return new Refusal(500, 'Something went wrong on the server. Try again.')
}

async function serve(
	route: ArenaRoute,
	request: Request,
	{ env, as, writer }: Bindings,
	idText: string | undefined,
): Promise<Response> {
	const now = Date.now()
	const db = database(env.DB)
	await count(env, request, route.rate, `${route.method} ${route.path}`)
	if (env.ARENA_MAINTENANCE === '1') {
		throw new Refusal(
			503,
			'The arena is under maintenance. Nothing was changed; try again later.',
			{
				headers: { 'retry-after': String(MAINTENANCE_S) },
			},
		)
	}
	const authorization = request.headers.get('authorization') ?? undefined
	const player =
		route.by === 'anyone' ? null : (as ?? (await playerWithKey(db, authorization)) ?? null)
	if (route.by === 'player' && player === null) {
		throw new Refusal(
			401,
			'The API key is missing or wrong. Send it as "Authorization: Bearer <api_key>", or register first.',
			{ headers: { 'www-authenticate': 'Bearer' } },
		)
	}
	const id = idText === undefined ? 0 : Number(idText)
	const query = route.query ? readQuery(request, route.query) : undefined
	const body = route.body
		? await readBody(request, route.body, { type: 'json', maxBytes: MAX_BODY_BYTES })
		: undefined
	const { status, value } = await route.handle({ env, db, now, writer, player, body, query, id })
	return Response.json(value, { status })
}

interface Document {
	readonly path: string
	readonly type: string
	text(url: string): string
}

/** The last one that was asked for: a server has one address, and to make the document costs milliseconds. */
let described = { origin: '', text: '' }

function describe(url: string): string {
	const { origin } = new URL(url)
	if (described.origin !== origin) {
		described = { origin, text: JSON.stringify(arenaOpenApi(ARENA_ROUTES, url)) }
	}
	return described.text
}

const DOCUMENTS: readonly Document[] = [
	{ path: '/skill.md', type: 'text/markdown', text: () => SKILL },
	{ path: '/docs/theory.md', type: 'text/markdown', text: () => THEORY },
	{ path: '/openapi.json', type: 'application/json', text: describe },
]

async function read({ path, type, text }: Document, request: Request, env: Env): Promise<Response> {
	await count(env, request, 'often', path)
	return new Response(text(request.url), {
		headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' },
	})
}

/** Up to 15 digits: a number in JavaScript, and an id in D1. */
const ID = '[1-9][0-9]{0,14}'

function createArena(): Hono<{ Bindings: Bindings }> {
	const app = new Hono<{ Bindings: Bindings }>()
	for (const route of ARENA_ROUTES) {
		const path = `${API}${route.path.replace(':id', `:id{${ID}}`)}`
		app.on(route.method.toUpperCase(), path, (c) =>
			serve(route, c.req.raw, c.env, c.req.param('id')),
		)
	}
	for (const document of DOCUMENTS) {
		app.get(`${ARENA_PATH}${document.path}`, (c) => read(document, c.req.raw, c.env.env))
	}
	app.onError((error) => refusalOf(error).toResponse())
	app.notFound((c) => {
		const methods = ARENA_ROUTES.filter(({ path }) =>
			new RegExp(`^${API}${path.replace(':id', ID)}$`).test(c.req.path),
		).map(({ method }) => method.toUpperCase())
		if (methods.length === 0) {
			return new Refusal(
				404,
				`Nothing was found here. Read ${ARENA_PATH}/openapi.json.`,
			).toResponse()
		}
		const allow = methods.join(', ')
		return new Refusal(405, `This method is not allowed here. Use ${allow}.`, {
			headers: { allow },
		}).toResponse()
	})
	return app
}

export const arena = createArena()
