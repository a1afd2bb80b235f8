/** The OpenAPI 3.1 document, derived from the table of routes and the schemas of the protocol. */
import { Problem } from '@fairlead/protocol/http/problem'
import * as z from 'zod'
import packageJson from '../../package.json' with { type: 'json' }
import { type Answer, type CallerKind, type Route, route } from './route.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
	return rest
}

const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

function parameters(spec: Route): Json[] {
	const inPath = [...spec.path.matchAll(/:(\w+)/g)].map((match) => ({
		name: match[1],
		in: 'path',
		required: true,
		schema: { type: 'string' },
	}))
	const query = spec.query ? schemaOf(spec.query, 'input') : {}
	const required = new Set(Array.isArray(query.required) ? query.required : [])
	const inQuery = Object.entries((query.properties ?? {}) as Json).map(([name, schema]) => ({
		name,
		in: 'query',
		required: required.has(name),
		schema,
	}))
	return [...inPath, ...inQuery]
}

function response(answer: Answer): Json {
	const { description } = answer
	if ('schema' in answer) {
		return {
			description,
			content: { 'application/json': { schema: schemaOf(answer.schema, 'output') } },
		}
	}
	if ('mediaType' in answer) {
		return { description, content: { [answer.mediaType]: { schema: { type: 'string' } } } }
	}
	return { description }
}

const SECURITY: Record<CallerKind, Json> = {
	nobody: {},
	session: { session: [] },
	token: { apiToken: [] },
	mcp: { mcpToken: [] },
	relay: { relayToken: [] },
	share: { shareLink: [] },
	operator: { operatorToken: [] },
}

/** Any one of these is enough; empty for a route that looks for no credential. */
const security = ({ access }: Route): Json[] =>
	access.by.every((kind) => kind === 'nobody') ? [] : access.by.map((kind) => SECURITY[kind])

function operation(spec: Route): Json {
	return {
		operationId: spec.operationId,
		summary: spec.summary,
		security: security(spec),
		parameters: parameters(spec),
		...(spec.body
			? {
					requestBody: {
						required: true,
						content: {
							[spec.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json']:
								{
									schema: schemaOf(spec.body, 'input'),
								},
						},
					},
				}
			: {}),
		responses: {
			...Object.fromEntries(spec.answers.map((a) => [String(a.status), response(a)])),
			default: {
				description: 'The error, and the next thing to do.',
				content: {
					'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
				},
			},
		},
	}
}

export function openApiDocument(table: readonly Route[]): Json {
	const paths: Record<string, Json> = {}
	for (const spec of table) {
		const path = openApiPath(spec.path)
		paths[path] = { ...paths[path], [spec.method]: operation(spec) }
	}
	return {
		openapi: '3.1.1',
		info: { title: 'Fairlead', version: packageJson.version, license: { name: 'MIT' } },
		paths,
		components: {
			schemas: { Problem: schemaOf(Problem, 'output') },
			securitySchemes: {
				session: {
					type: 'apiKey',
					in: 'cookie',
					name: '__Host-fairlead',
					description: 'Over plain http the cookie is called "fairlead".',
				},
				apiToken: {
					type: 'http',
					scheme: 'bearer',
					description: 'Created in the settings; begins with "flt_".',
				},
				mcpToken: {
					type: 'http',
					scheme: 'bearer',
					description: 'An access token that an MCP client got by OAuth; begins with "fla_".',
				},
				relayToken: { type: 'http', scheme: 'bearer' },
				operatorToken: {
					type: 'http',
					scheme: 'bearer',
					description: 'The secret ADMIN_TOKEN of the installation.',
				},
				shareLink: {
					type: 'apiKey',
					in: 'cookie',
					name: '__Host-fairlead-share-<id of the link>',
					description: 'Set when a share link is opened. Over plain http without "__Host-".',
				},
			},
		},
	}
}

/** The route that answers with the document of `table`, which may include this route itself. */
export function openApiRoute(table: () => readonly Route[]): Route {
	/** Made at the first request and kept: it changes only with a deploy. */
	let text: string | undefined
	return route({
		method: 'get',
		path: '/api/openapi.json',
		operationId: 'getOpenApi',
		summary: 'Read this description of the API',
		access: { by: ['nobody'], on: 'installation', needs: 'service.read', origin: 'any' },
		answers: [
			{
				status: 200,
				schema: z.record(z.string(), z.unknown()),
				description: 'An OpenAPI 3.1 document.',
			},
		],
		handle() {
			text ??= JSON.stringify(openApiDocument(table()))
			return new Response(text, {
				headers: {
					'content-type': 'application/json',
					'cache-control': 'public, max-age=300',
				},
			})
		},
	})
}
