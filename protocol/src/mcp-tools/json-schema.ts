/**
 * Rebuilds the argument schema of a foreign tool from the keywords that are known here. A model's provider refuses a whole
 * request because of one schema that it does not take, and then every run of the project would fail. Pure.
 */

type Json = Record<string, unknown>

/** Levels of objects and arrays. */
const MAX_DEPTH = 12
/** Limit of the rebuilt schema, as JSON. About 3,000 tokens. */
const MAX_CHARS = 12_000
const MAX_TEXT = 500
/** Names of arguments that Anthropic takes; others take no fewer. */
const ARGUMENT = /^[a-zA-Z0-9_.-]{1,64}$/
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

const NUMBERS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const
const SCHEMAS = ['items', 'not'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf'] as const

export type RebuiltSchema =
	| { readonly ok: true; readonly schema: Json }
	/** `reason` tells people why the tool cannot be offered. */
	| { readonly ok: false; readonly reason: string }

class Refused extends Error {}

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param clean takes control and format characters out of a text */
export function rebuildSchema(value: unknown, clean: (text: string) => string): RebuiltSchema {
	if (!isObject(value)) return { ok: false, reason: 'It does not describe its arguments.' }
	try {
		// Other keywords at the top are refused by providers.
		const { properties, required, $defs, definitions } = value
		const top = { type: 'object', properties: properties ?? {}, required, $defs, definitions }
		const schema = rebuilt(top, 0, clean)
		const text = JSON.stringify(schema)
		if (text.length > MAX_CHARS) {
			const reason = `The description of its arguments is too long (${text.length} characters).`
			return { ok: false, reason }
		}
		for (const [, place = '', name = ''] of text.matchAll(/"\$ref":"#\/([^/"]+)\/([^"]+)"/g)) {
			if (!Object.hasOwn((schema[place] as Json | undefined) ?? {}, name)) {
				throw new Refused('The description of its arguments refers to nothing.')
			}
		}
		return { ok: true, schema }
	} catch (error) {
		if (!(error instanceof Refused)) throw error
		return { ok: false, reason: error.message }
	}
}

function rebuilt(schema: Json, depth: number, clean: (text: string) => string): Json {
	if (depth > MAX_DEPTH) throw new Refused('Its arguments are nested too deep.')
	const inner = (value: unknown): Json => (isObject(value) ? rebuilt(value, depth + 1, clean) : {})
	const made: Json = {}
	const type = typeOf(schema['type'])
	if (type !== undefined) made['type'] = type
	if (typeof schema['description'] === 'string') {
		made['description'] = clean(schema['description']).slice(0, MAX_TEXT)
	}
	if (isObject(schema['properties'])) made['properties'] = members(schema['properties'], inner)
	if (Array.isArray(schema['required'])) {
		const known = new Set(Object.keys((made['properties'] as Json | undefined) ?? {}))
		const required = schema['required'].filter((name) => known.has(name))
		if (required.length > 0) made['required'] = [...new Set(required)]
	}
	for (const key of SCHEMAS) if (isObject(schema[key])) made[key] = inner(schema[key])
	for (const key of LISTS) {
		const list = schema[key]
		if (Array.isArray(list) && list.length > 0) made[key] = list.map(inner)
	}
	const more = schema['additionalProperties']
	if (typeof more === 'boolean') made['additionalProperties'] = more
	else if (isObject(more)) made['additionalProperties'] = inner(more)
	for (const key of NUMBERS) if (Number.isFinite(schema[key])) made[key] = schema[key]
	const values = schema['enum']
	if (Array.isArray(values) && values.length > 0) {
		made['enum'] = [...new Set(values.filter(isPlain))]
	}
	if (isPlain(schema['const'])) made['const'] = schema['const']
	if (isPlain(schema['default'])) made['default'] = schema['default']
	if (typeof schema['$ref'] === 'string') made['$ref'] = localReference(schema['$ref'])
	for (const key of ['$defs', 'definitions'] as const) {
		if (isObject(schema[key]) && depth === 0) made[key] = members(schema[key], inner)
	}
	return made
}

function members(value: Json, inner: (value: unknown) => Json): Json {
	return Object.fromEntries(
		Object.entries(value).map(([name, schema]) => {
			if (!ARGUMENT.test(name)) {
				throw new Refused('An argument has a name that model providers do not take.')
			}
			return [name, inner(schema)]
		}),
	)
}

function typeOf(type: unknown): unknown {
	if (typeof type === 'string') return TYPES.has(type) ? type : undefined
	if (!Array.isArray(type)) return undefined
	const known = [...new Set(type.filter((one) => TYPES.has(one)))]
	return known.length > 0 ? known : undefined
}

function localReference(text: string): string {
	if (/^#\/(?:\$defs|definitions)\/[a-zA-Z0-9_.-]{1,64}$/.test(text)) return text
	throw new Refused('The description of its arguments refers to another place.')
}

const isPlain = (value: unknown): boolean =>
	value === null ||
	typeof value === 'boolean' ||
	Number.isFinite(value) ||
	(typeof value === 'string' && value.length <= MAX_TEXT)
