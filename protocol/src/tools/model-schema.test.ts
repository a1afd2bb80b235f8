import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { allTools, catalogue, fullSchema, hasActions, modelTool } from './index.ts'

/** o200k_base as the yardstick: no provider publishes its own tokenizer for this use. */
const DEFAULT_TOOLS_MAX_TOKENS = 3_150

test('the default tools leave room: a first call stays cheap', () => {
	const tools = allTools.filter((tool) => tool.offered === 'default' && tool.runsOn !== 'provider')
	const tokens = encode(
		JSON.stringify(
			tools.map(modelTool).map((t) => ({
				name: t.name,
				description:
					t.name === 'find_tools'
						? `${t.description} There are: ${catalogue('unity')}.`
						: t.description,
				input_schema: t.inputSchema,
			})),
		),
	).length
	expect(tokens).toBeLessThanOrEqual(DEFAULT_TOOLS_MAX_TOKENS)
})

/** Maxima by path; variants of an object share its members. Vectors and colours have as many numbers as everyone expects. */
function bounds(schema: unknown, path: string): [path: string, maximum: number][] {
	if (typeof schema !== 'object' || schema === null) return []
	if ('oneOf' in schema && Array.isArray(schema.oneOf))
		return schema.oneOf.flatMap((variant) => bounds(variant, path))
	return Object.entries(schema).flatMap(([key, value]): [string, number][] => {
		const isBound =
			(key === 'maximum' && value < Number.MAX_SAFE_INTEGER) || (key === 'maxItems' && value > 4)
		return isBound ? [[`${path}.${key}`, value]] : bounds(value, `${path}.${key}`)
	})
}

/** Pixels and frames a second: with fewer, nothing is seen. */
const OF_PICTURES = new Set(['width', 'height', 'max_side', 'frame_rate'])

/** Minima by the name of the value. */
function minima(schema: unknown, name = ''): [name: string, minimum: number][] {
	if (typeof schema !== 'object' || schema === null) return []
	return Object.entries(schema).flatMap(([key, value]): [string, number][] =>
		key === 'minimum' && typeof value === 'number' ? [[name, value]] : minima(value, key),
	)
}

describe.each(allTools)('$name', (tool) => {
	const seen = modelTool(tool)
	const properties = Object.keys((seen.inputSchema['properties'] ?? {}) as object)

	test('the model sees every argument of every action', () => {
		const wanted = new Set(Object.values(tool.actions).flatMap((a) => Object.keys(a.input.shape)))
		expect(new Set(properties.filter((key) => key !== 'action'))).toEqual(wanted)
		expect(properties.includes('action')).toBe(hasActions(tool))
	})

	test('the model reads which arguments an action takes', () => {
		if (!hasActions(tool)) return expect(seen.description).toBe(tool.description)
		for (const name of Object.keys(tool.actions)) expect(seen.description).toContain(`\n${name}(`)
	})

	test('nothing in it wastes tokens', () => {
		expect(JSON.stringify(seen.inputSchema)).not.toMatch(
			/"(\$schema|additionalProperties|pattern|minLength|maxLength|minimum|propertyNames)":/,
		)
		expect(JSON.stringify(seen.inputSchema)).not.toContain(String(Number.MAX_SAFE_INTEGER))
	})

	test('the model reads where null is allowed', () => {
		const members = (seen.inputSchema['properties'] ?? {}) as Record<string, { type?: unknown }>
		for (const { input } of Object.values(tool.actions))
			for (const [key, schema] of Object.entries(input.shape))
				if (schema.safeParse(null).success && Object.hasOwn(members[key] ?? {}, 'type'))
					expect(members[key]?.type, key).toContain('null')
		const said = /(\w+) \(null\b/.exec(seen.description)?.[1]
		if (said !== undefined) expect(members[said]?.type).toContain('null')
	})

	test('no minimum that the model does not read is above what anybody asks for', () => {
		const shapes = Object.values(tool.actions).map(({ input }) =>
			z.toJSONSchema(input, { io: 'input' }),
		)
		for (const [key, least] of shapes.flatMap((shape) => minima(shape)))
			expect(least, key).toBeLessThanOrEqual(OF_PICTURES.has(key) ? 64 : 1)
	})

	test('the model reads every maximum: of numbers, and of lists', () => {
		const shown = new Map(bounds(seen.inputSchema['properties'], ''))
		for (const action of Object.values(tool.actions)) {
			const full = z.toJSONSchema(action.input, { io: 'input' })
			for (const [path, maximum] of bounds(full.properties, '')) {
				expect(shown.get(path), path).toBe(maximum)
			}
		}
	})

	test('the full schema, for MCP and C#, is self-contained JSON Schema', () => {
		const { input, output } = fullSchema(tool)
		for (const schema of [input, output]) {
			expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
			expect(schema['$schema']).toContain('json-schema.org')
		}
	})
})
