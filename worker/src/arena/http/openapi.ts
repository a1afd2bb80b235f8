/** The arena's OpenAPI 3.1 document, derived from its routes. */
import { ArenaError } from '@fairlead/protocol/arena/arena'
import * as z from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import type { ArenaRoute } from './route.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
	return rest
}

const content = (schema: Json): Json => ({ 'application/json': { schema } })

function parameters({ path, query }: ArenaRoute): Json[] {
	const inPath = path.includes(':id')
		? [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }]
		: []
	const properties = query ? (schemaOf(query, 'input')['properties'] as Json) : {}
	const inQuery = Object.entries(properties).map(([name, schema]) => ({
		name,
		in: 'query',
		required: false,
		schema,
	}))
	return [...inPath, ...inQuery]
}

/** Statuses of refusals that a route may answer with. */
function refusals({ by, body, query, path, rate }: ArenaRoute): number[] {
	return [
		...(body || query || rate === 'seldom' ? [400] : []),
		...(by === 'player' ? [401] : []),
		...(path === '/register' ? [403] : []),
		...(path.includes(':id') || path === '/challenge' ? [404] : []),
		...(path.endsWith('/replay') || rate === 'seldom' ? [409] : []),
		429,
		500,
		503,
	]
}

const operation = (route: ArenaRoute): Json => ({
	operationId: route.operationId,
	summary: route.summary,
	security: route.by === 'player' ? [{ apiKey: [] }] : [],
	parameters: parameters(route),
	...(route.body
		? { requestBody: { required: true, content: content(schemaOf(route.body, 'input')) } }
		: {}),
	responses: Object.fromEntries([
		...route.answers.map(({ status, schema, description }) => [
			String(status),
			{ description, content: content(schemaOf(schema, 'output')) },
		]),
		...refusals(route).map((status) => [
			String(status),
			{ $ref: '#/components/responses/Refused' },
		]),
	]),
})

/** @param url of the request: the document names its own server */
export function arenaOpenApi(routes: readonly ArenaRoute[], url: string): Json {
	const paths: Record<string, Json> = {}
	for (const route of routes) {
		const path = route.path.replace(':id', '{id}')
		paths[path] = { ...paths[path], [route.method]: operation(route) }
	}
	return {
		openapi: '3.1.1',
		info: { title: 'Core War arena', version: packageJson.version, license: { name: 'MIT' } },
		servers: [{ url: new URL('/arena/api', url).href }],
		paths,
		components: {
			responses: {
				Refused: {
					description: 'The error, and the next thing to do. "details" has a line for each error.',
					content: content(schemaOf(ArenaError, 'output')),
				},
			},
			securitySchemes: {
				apiKey: { type: 'http', scheme: 'bearer', description: 'From POST /register.' },
			},
		},
	}
}
