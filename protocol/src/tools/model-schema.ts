/** The tool list as a model sees it: short, flat JSON Schema, derived from the registry. */
import * as z from 'zod'
import { hasActions, type ToolSpec } from './define-tool.ts'

export interface ModelTool {
	readonly name: string
	readonly description: string
	/** JSON Schema of an object. */
	readonly inputSchema: Record<string, unknown>
}

type Json = Record<string, unknown>

/** Vectors, colours and regions have at most four numbers. */
const MAX_VECTOR = 4

/**
 * Strips parts that a model does not need (formats, patterns, bounds that the summary
 * repeats) or that only cost tokens. The full schema still checks every call.
 */
function slim(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(slim)
	if (typeof schema !== 'object' || schema === null) return schema
	const s = { ...(schema as Json) }
	for (const key of ['$schema', 'additionalProperties', 'pattern', 'propertyNames', 'title'])
		delete s[key]
	for (const key of ['minLength', 'maxLength', 'minItems', 'minimum']) delete s[key]
	// A call above a maximum fails, and a model cannot guess it; the limit of safe integers is noise, and so is that a
	// vector has three numbers.
	if (Number(s['maximum']) >= Number.MAX_SAFE_INTEGER) delete s['maximum']
	if (Number(s['maxItems']) <= MAX_VECTOR) delete s['maxItems']
	// A tuple of numbers reads as an array of numbers; the description of the tool says how many.
	if (Array.isArray(s['prefixItems'])) {
		s['items'] = slim(s['prefixItems'][0])
		delete s['prefixItems']
	}
	if (Array.isArray(s['anyOf']) && s['anyOf'].some((o: Json) => o['type'] === 'null')) {
		const other = s['anyOf'].find((o: Json) => o['type'] !== 'null') as Json
		const { anyOf: _, ...rest } = s
		return slim({ ...other, ...rest, type: [other['type'], 'null'] })
	}
	return Object.fromEntries(Object.entries(s).map(([k, v]) => [k, k === 'enum' ? v : slim(v)]))
}

function objectSchema(object: z.ZodObject): { properties: Json; required: string[] } {
	const json = z.toJSONSchema(object, { io: 'input' }) as { properties?: Json; required?: string[] }
	return { properties: json.properties ?? {}, required: json.required ?? [] }
}

/**
 * One flat object per tool: `action` with its values, and the union of all
 * arguments. The description has a line per action: `create(name?, position?): new object`.
 */
export function modelTool(tool: ToolSpec): ModelTool {
	const properties: Json = {}
	const lines: string[] = []
	const selecting = hasActions(tool)
	let required: string[] = []
	for (const [name, action] of Object.entries(tool.actions)) {
		const schema = objectSchema(action.input)
		for (const [key, value] of Object.entries(schema.properties)) properties[key] ??= slim(value)
		if (selecting) {
			const args = Object.keys(schema.properties)
				.map((key) => (schema.required.includes(key) ? key : `${key}?`))
				.join(', ')
			lines.push(`${name}(${args}): ${action.summary}`)
		} else {
			required = schema.required
		}
	}
	return {
		name: tool.name,
		description: selecting ? `${tool.description}\n${lines.join('\n')}` : tool.description,
		inputSchema: {
			type: 'object',
			properties: selecting
				? { action: { enum: Object.keys(tool.actions) }, ...properties }
				: properties,
			...(selecting ? { required: ['action'] } : required.length > 0 ? { required } : {}),
		},
	}
}

/** The complete JSON Schema of a tool, one branch per action: for MCP, documentation and C#. */
export function fullSchema(tool: ToolSpec): { input: Json; output: Json } {
	const branches = Object.entries(tool.actions).map(([name, action]) => ({
		name,
		input: hasActions(tool) ? action.input.extend({ action: z.literal(name) }) : action.input,
		output: action.output,
	}))
	const one = (schemas: z.ZodType[]): Json => {
		const [first, ...others] = schemas
		if (!first) throw new Error(`${tool.name} has no action`)
		return z.toJSONSchema(others.length === 0 ? first : z.union([first, ...others]), {
			io: 'input',
		}) as Json
	}
	return { input: one(branches.map((b) => b.input)), output: one(branches.map((b) => b.output)) }
}
