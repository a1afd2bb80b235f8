/** The Hono app, made from the table of routes. */
import { Hono } from 'hono'
import * as z from 'zod'
import { ARENA_PATH, serveArena } from '../arena/http/serve.ts'
import { type Database, database } from '../db/client.ts'
import { grant, type Tried } from './access.ts'
import { DEFAULT_MAX_BODY_BYTES, onceEach, readBody } from './body.ts'
import { withSecurityHeaders } from './headers.ts'
import { checkHost } from './origin.ts'
import { HttpProblem, issuesOf, problemOfUnexpected } from './problem.ts'
import { countRequest } from './rate-limit.ts'
import { record, recordRefusal } from './recording.ts'
import type { AppContext, AppEnv, AuditNote, Route } from './route.ts'
import { routes } from './routes.ts'

function readQuery(c: AppContext, schema: z.core.$ZodType): unknown {
	const parsed = z.safeParse(schema, onceEach(new URL(c.req.url).searchParams))
	if (parsed.success) return parsed.data
	throw new HttpProblem('invalid_request', 'The query parameters are not valid.', {
		detail: 'Fix the problems listed in "issues".',
		issues: issuesOf(parsed.error),
	})
}

async function serve(route: Route, c: AppContext): Promise<Response> {
	const db = database(c.env.DB)
	const now = Date.now()
	let tried: Tried | null = null
	try {
		return await attempt(route, c, db, now, (by) => {
			tried = by
		})
	} catch (thrown) {
		const error = await refusalOf(thrown, route, c)
		if (error instanceof HttpProblem && tried) await recordRefusal(route, c, db, tried, error, now)
		throw error
	}
}

/** The thrown error, or the words that its address was refused too often. */
async function refusalOf(thrown: unknown, route: Route, c: AppContext): Promise<unknown> {
	if (route.access.counted !== 'if-refused' || !(thrown instanceof HttpProblem)) return thrown
	return countRequest(c, null).then(
		() => thrown,
		(tooMany: unknown) => tooMany,
	)
}

async function attempt(
	route: Route,
	c: AppContext,
	db: Database,
	now: number,
	tried: (by: Tried) => void,
): Promise<Response> {
	const granted = await grant(route.access, c, db, now, tried)
	const query = route.query ? readQuery(c, route.query) : undefined
	const body = route.body
		? await readBody(c.req.raw, route.body, {
				type: route.bodyType ?? 'json',
				maxBytes: route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
			})
		: undefined
	const param = (name: string): string => c.req.param(name) ?? ''
	let noted: AuditNote = {}
	const note = (more: AuditNote): void => {
		noted = { ...noted, ...more }
	}
	const answer = await route.handle({ c, env: c.env, db, now, granted, query, body, param, note })
	await record(route, c, db, granted, noted, answer, now)
	return answer
}

/** A share link's address is its secret. */
const withoutTokens = (path: string): string => path.replace(/fls_[\w-]*/g, 'fls_…')

/** Turns an error into a problem; the cause of internal errors goes only to the installation's log. */
function problemOf(error: Error, c: AppContext): HttpProblem {
	if (error instanceof HttpProblem) return error
	console.error(`${c.get('requestId')} ${c.req.method} ${withoutTokens(c.req.path)}`, error)
	return problemOfUnexpected(error)
}

/**
 * The answer if no route matches. Not Hono's `method-not-allowed`: it finds the matched routes by a symbol of the
 * Hono that it came with, and fails at unknown addresses if the bundle has two copies of Hono.
 */
function nothingAt(method: string, path: string): HttpProblem {
	const allowed = routes
		.filter((r) => new RegExp(`^${r.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
		.map((r) => r.method.toUpperCase())
	if (allowed.length === 0) {
		return new HttpProblem('not_found', 'Nothing was found at this address.', {
			detail: 'The API is described at /api/openapi.json.',
		})
	}
	return new HttpProblem('method_not_allowed', `${method} is not allowed here.`, {
		detail: `Use one of: ${allowed.join(', ')}.`,
		headers: { allow: allowed.join(', ') },
	})
}

export function createApp(): Hono<AppEnv> {
	const app = new Hono<AppEnv>()
	app.use(async (c, next) => {
		const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
		c.set('requestId', requestId)
		checkHost(c.env, c.req.raw)
		await next()
		const answer = withSecurityHeaders(c.req.raw, c.res, requestId)
		if (answer === c.res) return
		// Otherwise Hono would copy the old answer's headers again.
		c.res = undefined
		c.res = answer
	})
	for (const route of routes) {
		app.on(route.method.toUpperCase(), route.path, (c) => serve(route, c))
	}
	// Another API, with routes, keys and errors of its own.
	app.all(`${ARENA_PATH}/*`, (c) => serveArena(c.req.raw, c.env))
	app.onError((error, c) => problemOf(error, c).toResponse(c.get('requestId')))
	app.notFound((c) => nothingAt(c.req.method, c.req.path).toResponse(c.get('requestId')))
	return app
}
