/** The tool list as a model sees it: short, flat JSON Schema, derived from the registry. */
import * as z from 'zod'
import { hasActions, type ToolSpec } from './define-tool.ts'
import { OBJECT_REF } from './values.ts'

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
	// Said once, by unity_query, which is in every list.
	if (s['description'] === OBJECT_REF) delete s['description']
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
	const variants = s['oneOf']
	if (Array.isArray(variants)) {
		const selector = selectorOf(variants)
		if (selector !== null) return flat(variants, selector)
	}
	return Object.fromEntries(Object.entries(s).map(([k, v]) => [k, k === 'enum' ? v : slim(v)]))
}

/** The member whose constant tells the variants apart; null: they have none. */
function selectorOf(variants: readonly Json[]): string | null {
	const constants = (variant: Json): string[] =>
		Object.entries((variant['properties'] ?? {}) as Record<string, Json>)
			.filter(([, value]) => Object.hasOwn(value, 'const'))
			.map(([key]) => key)
	const [first, ...others] = variants.map(constants)
	return first?.find((key) => others.every((keys) => keys.includes(key))) ?? null
}

/** One object for all variants, like the actions of a tool: `press(control, seconds=0.1)` says what each takes. */
function flat(variants: readonly Json[], selector: string): Json {
	const members: Json = {}
	const lines: string[] = []
	const names: unknown[] = []
	const said = new Map<string, unknown>()
	for (const variant of variants) {
		const { [selector]: chosen, ...properties } = variant['properties'] as Record<string, Json>
		const name = chosen?.['const']
		names.push(name)
		lines.push(
			`${String(name)}(${told(properties, (variant['required'] ?? []) as string[], said)})`,
		)
		for (const [key, value] of Object.entries(properties)) {
			const seen = slim(withoutDefault(value))
			// A member that may be anything in one variant may be anything.
			if (!Object.hasOwn(members, key) || Object.keys(value).length === 0) members[key] = seen
		}
	}
	return {
		type: 'object',
		description: lines.join(', '),
		properties: { [selector]: { enum: names }, ...members },
		required: [selector],
	}
}

/** An argument that one action takes null for may be null; the line of that action tells its meaning. */
function orNull(known: unknown, seen: unknown): unknown {
	const { type } = known as Json
	return isNullable(seen) && !isNullable(known)
		? { ...(known as Json), type: [type, 'null'] }
		: known
}

const isNullable = (schema: unknown): boolean => {
	const { type } = schema as Json
	return Array.isArray(type) && type.includes('null')
}

const withoutDefault = ({ default: _, ...schema }: Json): Json => schema

/**
 * `name, width=768, additive?`: with its default where that says something, not where it is "no".
 * @param said defaults told before, by argument: a second time they would only cost tokens
 */
function told(
	properties: Record<string, Json>,
	required: readonly string[],
	said: Map<string, unknown>,
): string {
	return Object.entries(properties)
		.map(([key, { default: otherwise }]) => {
			if (required.includes(key)) return key
			if (otherwise === undefined || otherwise === false) return `${key}?`
			if (said.get(key) === otherwise) return `${key}?`
			said.set(key, otherwise)
			return `${key}=${String(otherwise)}`
		})
		.join(', ')
}

function objectSchema(object: z.ZodObject) {
	const json = z.toJSONSchema(object, { io: 'input' }) as {
		properties?: Record<string, Json>
		required?: string[]
	}
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
	const said = new Map<string, unknown>()
	let required: string[] = []
	for (const [name, action] of Object.entries(tool.actions)) {
		const schema = objectSchema(action.input)
		for (const [key, value] of Object.entries(schema.properties)) {
			const seen = slim(selecting || value['default'] === false ? withoutDefault(value) : value)
			properties[key] = Object.hasOwn(properties, key) ? orNull(properties[key], seen) : seen
		}
		if (selecting) {
			lines.push(`${name}(${told(schema.properties, schema.required, said)}): ${action.summary}`)
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
