/**
 * Compares a change with the current state: the arguments of a call next to the values they replace.
 * Pure; a read's result comes over the wire and may be partial.
 */

import type { PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import { type Bag, bag, bags, list, text } from '@fairlead/protocol/wire/safe-read'
import type { ValueRow } from '../../../parts/values.tsx'

export type Comparison =
	| { readonly kind: 'values'; readonly rows: readonly ValueRow[] }
	/** A text file before and after; `before` is null if there is none yet. */
	| { readonly kind: 'text'; readonly before: string | null; readonly after: string }
	/** Exact replacements whose place in the file is not known. */
	| { readonly kind: 'edits'; readonly diff: string }
	/** Nothing can be said beyond the arguments. */
	| { readonly kind: 'none' }

const NONE: Comparison = { kind: 'none' }

/** @param now the read's `result`; null: there is no such thing yet. */
export function compare(shows: PreviewRead['shows'], input: Bag, now: unknown): Comparison {
	switch (shows) {
		case 'file':
			return compareFile(input, now)
		case 'component':
			return compareComponent(input, now)
		case 'object':
			return compareObject(input, now)
		case 'asset':
			return compareAsset(input, now)
		case 'source':
		case 'folder':
			return { kind: 'none' }
		default:
			return shows satisfies never
	}
}

function compareFile(input: Bag, now: unknown): Comparison {
	const before = now === null ? null : (text(bag(now)['content']) ?? '')
	const whole = input['content']
	if (typeof whole === 'string') return { kind: 'text', before, after: whole }
	const edits = bags(input['edits'])
	if (edits.length === 0) return NONE
	const after = before === null ? null : applied(before, edits)
	return after === null
		? { kind: 'edits', diff: editsAsDiff(edits) }
		: { kind: 'text', before, after }
}

/** Returns null if a text to replace is not found; then the edits are shown alone. */
function applied(before: string, edits: readonly Bag[]): string | null {
	let current = before
	for (const edit of edits) {
		const find = text(edit['find'])
		if (find === undefined || !current.includes(find)) return null
		const replace = String(edit['replace'] ?? '')
		current =
			edit['replace_all'] === true
				? current.replaceAll(find, () => replace)
				: current.replace(find, () => replace)
	}
	return current
}

const prefixed = (sign: string, value: unknown): string =>
	String(value ?? '')
		.replace(/\n$/, '')
		.split('\n')
		.map((line) => `${sign}${line}\n`)
		.join('')

const editsAsDiff = (edits: readonly Bag[]): string =>
	edits
		.map(
			(edit, index) =>
				`@@ ${index + 1} @@\n${prefixed('-', edit['find'])}${prefixed('+', edit['replace'])}`,
		)
		.join('')

/** `material.color`, `Color`, `m_Color` and `_Color` are the same property. */
const plainName = (name: string): string => name.replace(/^(m_|_)/, '').toLowerCase()

function currentOf(properties: Bag, path: string): unknown {
	if (path in properties) return properties[path]
	const wanted = plainName(path)
	const known = Object.keys(properties).find((name) => plainName(name) === wanted)
	if (known !== undefined) return properties[known]
	const dot = path.lastIndexOf('.')
	if (dot < 0) return undefined
	const inner = currentOf(properties, path.slice(0, dot))
	return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
		? currentOf(bag(inner), path.slice(dot + 1))
		: undefined
}

function compareComponent(input: Bag, now: unknown): Comparison {
	const wanted = bag(input['properties'])
	const index = Number(input['component_index'] ?? 0)
	const wantedType = text(input['component_type'])?.split('.').at(-1)
	const ofType = bags(bag(now)['components']).filter(
		(component) => wantedType === undefined || component['type'] === wantedType,
	)
	const current = bag(ofType[index]?.['properties'])
	const rows = Object.entries(wanted).map(([property, after]) => ({
		property,
		before: currentOf(current, property),
		after,
	}))
	return rows.length === 0 ? NONE : { kind: 'values', rows }
}

/** Arguments of `set_transform` by the properties of a Transform. */
const TRANSFORM = {
	position: 'localPosition',
	rotation: 'localRotation',
	scale: 'localScale',
} as const

function compareObject(input: Bag, now: unknown): Comparison {
	const object = bag(bag(now)['gameObject'])
	const transform = bag(bags(bag(now)['components'])[0]?.['properties'])
	const row = (property: string, before: unknown, after: unknown): ValueRow[] =>
		after === undefined ? [] : [{ property, before, after }]
	switch (text(input['action'])) {
		case 'set_transform': {
			// World values of now are not in the read: better none than ones that do not compare.
			const world = input['space'] === 'world'
			const rows = (['position', 'rotation', 'scale'] as const).flatMap((name) =>
				row(name, world ? undefined : transform[TRANSFORM[name]], input[name]),
			)
			return rows.length === 0 ? NONE : { kind: 'values', rows }
		}
		case 'rename':
			return { kind: 'values', rows: row('name', object['name'], input['name']) }
		case 'set_active':
			return { kind: 'values', rows: row('active', object['activeSelf'], input['active']) }
		case 'set_tag_layer': {
			const rows = [
				...row('tag', object['tag'], input['tag']),
				...row('layer', object['layer'], input['layer']),
			]
			return rows.length === 0 ? NONE : { kind: 'values', rows }
		}
		case 'destroy': {
			const rows = [
				...row('object', text(object['path']) ?? input['instance_id'], null),
				...(Number(object['childCount'] ?? 0) > 0
					? row('children', object['childCount'], null)
					: []),
				...(list(object['components']).length > 0
					? row('components', list(object['components']).join(', '), null)
					: []),
			]
			return { kind: 'values', rows }
		}
		default:
			return NONE
	}
}

/** Files listed; the others are counted. */
const MAX_FILE_ROWS = 20

/** The files in which one asset is to take the place of another. */
function compareUses(input: Bag, now: Bag): Comparison {
	const wanted = list(input['files']).map(String)
	const [old, after] = [input['path'], input['with']].map((path) => String(path).split('/').at(-1))
	const uses = bags(now['files']).filter(
		({ path }) =>
			// A scene that was never saved has no path to be named by.
			path === '' || wanted.some((one) => `${String(path)}/`.startsWith(`${one}/`)),
	)
	const rows = uses.slice(0, MAX_FILE_ROWS).map(({ path, places, open }) => ({
		property: `${text(path) || 'the scene that was never saved'}${open === true ? ', open' : ''}`,
		before: places === undefined ? old : `${old} × ${String(places)}`,
		after,
	}))
	const more = uses.length - rows.length
	const others = { property: `${more} more`, before: old, after }
	return { kind: 'values', rows: more > 0 ? [...rows, others] : rows }
}

function compareAsset(input: Bag, now: unknown): Comparison {
	const shown = bag(now)
	if (input['with'] !== undefined) return compareUses(input, shown)
	const current = bag(shown['properties'])
	const own = (['shader', 'color'] as const).filter((name) => input[name] !== undefined)
	const rows = [
		...own.map((property) => ({ property, before: shown[property], after: input[property] })),
		...Object.entries(bag(input['properties'])).map(([property, after]) => ({
			property,
			// The tint has another name in each shader.
			before: currentOf(current, property) ?? (property === 'color' ? shown['color'] : undefined),
			after,
		})),
	]
	return rows.length === 0 ? NONE : { kind: 'values', rows }
}
