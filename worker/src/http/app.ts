/** The Hono app, made from the table of routes. */
import { Hono } from 'hono'
import type * as z from 'zod'
import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { grant } from './access.ts'
import { DEFAULT_MAX_BODY_BYTES, readBody } from './body.ts'
import { withSecurityHeaders } from './headers.ts'
import { HttpProblem, internalProblem, isPassing, issuesOf, unavailableProblem } from './problem.ts'
import type { AppContext, Route } from './route.ts'
import { routes } from './routes.ts'

function readQuery(c: AppContext, schema: z.ZodType): unknown {
	const parsed = schema.safeParse(c.req.query())
	if (parsed.success) return parsed.data
	throw new HttpProblem('invalid_request', 'The query parameters are not valid.', {
		detail: 'Fix the problems listed in "issues".',
		issues: issuesOf(parsed.error),
	})
}

async function serve(route: Route, c: AppContext): Promise<Response> {
	const db = database(c.env.DB)
	const now = Date.now()
	const granted = await grant(route.access, c, db, now)
	const query = route.query ? readQuery(c, route.query) : undefined
	const body = route.body
		? await readBody(c.req.raw, route.body, route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES)
		: undefined
	const param = (name: string): string => c.req.param(name) ?? ''
	return route.handle({ c, env: c.env, db, now, granted, query, body, param })
}

/** Methods of the routes whose path fits, for the answer 405. */
function methodsAt(path: string): string[] {
	return routes
		.filter((r) => new RegExp(`^${r.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
		.map((r) => r.method.toUpperCase())
}

export function createApp(): Hono<{ Bindings: Env }> {
	const app = new Hono<{ Bindings: Env }>()
	for (const route of routes) {
		app.on(route.method.toUpperCase(), route.path, async (c) => {
			const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
			let response: Response
			try {
				response = await serve(route, c)
			} catch (error) {
				if (!(error instanceof HttpProblem)) {
					// The only place where the cause is told: the installation's own log.
					console.error(`${requestId} ${route.method} ${route.path}`, error)
				}
				const problem =
					error instanceof HttpProblem
						? error
						: isPassing(error)
							? unavailableProblem()
							: internalProblem()
				response = problem.toResponse(requestId)
			}
			return withSecurityHeaders(c.req.raw, response, requestId)
		})
	}
	app.notFound((c) => {
		const allowed = methodsAt(c.req.path)
		const problem =
			allowed.length > 0
				? new HttpProblem('method_not_allowed', `${c.req.method} is not allowed here.`, {
						detail: `Use one of: ${allowed.join(', ')}.`,
						headers: { allow: allowed.join(', ') },
					})
				: new HttpProblem('not_found', 'Nothing was found at this address.', {
						detail: 'The API is described at /api/openapi.json.',
					})
		const requestId = crypto.randomUUID()
		return withSecurityHeaders(c.req.raw, problem.toResponse(requestId), requestId)
	})
	return app
}
