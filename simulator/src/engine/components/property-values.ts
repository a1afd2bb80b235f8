/** Values of properties: checking what comes in, showing what is there. */

import { nearest } from '@fairlead/protocol/tools'
import { sameAssetType } from '../assets/asset-files.ts'
import type { Asset } from '../assets/assets.ts'
import { isBuiltinMaterial } from '../assets/materials.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { fromEuler, type Quat, toEuler } from '../math.ts'
import { PREFAB_FILE } from '../prefabs/prefab-contents.ts'
import { isRef, type Ref, type Value, type ValueObject } from '../scene/records.ts'
import { needObject, refText } from '../scene/refs.ts'
import { isA } from './component-types.ts'
import type { Bounds, PropertyType, ReferenceTarget } from './property-types.ts'

/** Meshes that ship with the editor. */
export const BUILTIN_MESHES = ['Cube', 'Sphere', 'Capsule', 'Cylinder', 'Plane', 'Quad'] as const

/** Sprites of the user interface that ship with the editor. */
const BUILTIN_SPRITES = [
	'UISprite',
	'Background',
	'InputFieldBackground',
	'Knob',
	'Checkmark',
	'DropdownArrow',
	'UIMask',
]

/** A value that does not fit; the message is a sentence with the expected shape. */
export class Mismatch extends Error {}

const described = (value: unknown): string => {
	const json = JSON.stringify(value) ?? 'undefined'
	return json.length > 60 ? `${json.slice(0, 57)}…` : json
}
const mismatch = (expected: string, got: unknown): Mismatch =>
	new Mismatch(`Expected ${expected}; got ${described(got)}.`)

/** Clamped silently, as Unity does: the result's new value shows it. */
const cut = (value: number, { min = -Infinity, max = Infinity }: Bounds): number =>
	Math.min(Math.max(value, min), max)

function number(input: unknown, type: Bounds, what: string): number {
	if (typeof input !== 'number' || !Number.isFinite(input)) throw mismatch(what, input)
	return cut(input, type)
}

function numbers(input: unknown, sizes: readonly number[], example: string): number[] {
	if (
		!Array.isArray(input) ||
		!sizes.includes(input.length) ||
		!input.every((n) => typeof n === 'number' && Number.isFinite(n))
	)
		throw mismatch(`an array of ${sizes.join(' or ')} numbers, e.g. ${example}`, input)
	return input
}

const COLOR = '[1, 0, 0] or "#ff8000"'

/** `#rrggbb` or `#rrggbbaa`; null: it is something else. */
function fromHex(input: unknown): number[] | null {
	if (typeof input !== 'string' || !/^#(?:[0-9a-f]{2}){3,4}$/i.test(input)) return null
	return (input.slice(1).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255)
}

/** A colour brighter than white has decimals or small numbers; whole ones up to 255 are meant as bytes. */
const isInBytes = (channels: readonly number[]): boolean =>
	channels.some((value) => value > 16) &&
	channels.every((value) => Number.isInteger(value) && value <= 255)

/**
 * The stored form of an input.
 * @param scope see {@link needObject}
 * @throws Mismatch
 */
export function coerce(core: Core, input: unknown, type: PropertyType, scope?: string): Value {
	switch (type.kind) {
		case 'float':
			return number(input, type, 'a number, e.g. 1.5')
		case 'int':
			if (!Number.isInteger(input)) throw mismatch('a whole number, e.g. 3', input)
			return number(input, type, 'a whole number, e.g. 3')
		case 'bool':
			if (typeof input !== 'boolean') throw mismatch('true or false', input)
			return input
		case 'string':
			if (typeof input !== 'string') throw mismatch('a string', input)
			return input
		case 'enum': {
			const found =
				typeof input === 'string' &&
				type.names.find((name) => name.toLowerCase() === input.toLowerCase())
			if (!found) throw mismatch(`one of ${type.names.join(', ')}`, input)
			return found
		}
		case 'flags':
			return coerceFlags(input, type.bits)
		case 'vector': {
			const example = JSON.stringify([0, 1, 0, 0].slice(0, type.size))
			return numbers(input, [type.size], example).map((n) => cut(n, type))
		}
		case 'color': {
			const [r = 0, g = 0, b = 0, a = 1] = fromHex(input) ?? numbers(input, [3, 4], COLOR)
			if (isInBytes([r, g, b]))
				throw mismatch('a colour in numbers from 0 to 1, e.g. [1, 0.5, 0], or "#ff8000"', input)
			return [r, g, b, a]
		}
		case 'quaternion': {
			const [x = 0, y = 0, z = 0] = numbers(input, [3], '[0, 90, 0], Euler angles in degrees')
			return [...fromEuler([x, y, z])]
		}
		case 'layerMask':
			return coerceLayers(core, input)
		case 'reference':
			return coerceReference(core, input, type.to, scope)
		case 'array':
			if (!Array.isArray(input)) throw mismatch('an array', input)
			return input.map((item) => coerce(core, item, type.of, scope))
		case 'struct': {
			if (typeof input !== 'object' || input === null || Array.isArray(input))
				throw mismatch(`an object with ${type.fields.map((f) => f.name).join(', ')}`, input)
			const entries = type.fields.map((field): [string, Value] => {
				const given = (input as Record<string, unknown>)[field.name]
				return [
					field.name,
					given === undefined ? field.default : coerce(core, given, field.type, scope),
				]
			})
			return Object.fromEntries(entries)
		}
		default:
			return type satisfies never
	}
}

function coerceFlags(input: unknown, bits: Readonly<Record<string, number>>): number {
	const names = typeof input === 'string' ? input.split(/[,|]/).map((s) => s.trim()) : input
	if (Array.isArray(names)) {
		const values = names.map((name) =>
			Object.entries(bits).find(([key]) => key.toLowerCase() === String(name).toLowerCase()),
		)
		if (values.every((v) => v !== undefined))
			return values.reduce((mask, v) => mask | (v?.[1] ?? 0), 0)
	}
	throw mismatch(`one or several of ${Object.keys(bits).join(', ')}`, input)
}

function coerceLayers(core: Core, input: unknown): number {
	if (input === 'Everything') return -1
	if (input === 'Nothing') return 0
	if (Number.isInteger(input)) return Number(input) | 0
	const names = typeof input === 'string' ? [input] : input
	if (!Array.isArray(names))
		throw mismatch('layer names, "Everything", "Nothing", or a bit mask', input)
	return names.reduce((mask: number, name) => {
		try {
			return mask | (1 << core.project.needLayer(String(name)))
		} catch {
			throw mismatch(`layers of ${core.project.layers.filter(Boolean).join(', ')}`, name)
		}
	}, 0)
}

function coerceReference(
	core: Core,
	input: unknown,
	to: ReferenceTarget,
	scope: string | undefined,
): (Ref & ValueObject) | null {
	if (input === null) return null
	if (typeof input !== 'string' || input === '') {
		const shape =
			to.kind === 'asset' ? 'an asset path (Assets/…)' : 'an object id, a /path, or /path#Component'
		throw mismatch(`${shape}, or null`, input)
	}
	return to.kind === 'asset'
		? assetReference(core, input, to.type)
		: sceneReference(core, input, to, scope)
}

function assetReference(core: Core, input: string, type: string): Ref & ValueObject {
	const builtin =
		(type === 'Mesh' && BUILTIN_MESHES.find((m) => m.toLowerCase() === input.toLowerCase())) ||
		(type === 'Sprite' && BUILTIN_SPRITES.find((s) => s.toLowerCase() === input.toLowerCase())) ||
		(type === 'Material' && isBuiltinMaterial(input) && input)
	if (builtin) return { $builtin: builtin }
	const asset = core.assets.find(input) ?? core.assets.byGuid(input)
	if (!asset)
		throw new Mismatch(
			`${mismatch(`the path of an existing ${type}`, input).message}${nearAssets(core, input, type)}`,
		)
	if (!holds(asset, type)) throw mismatch(`a ${type}; ${asset.path} is a ${asset.type}`, input)
	return { $asset: asset.guid }
}

/** A path with a file's ending, or one below Assets: never the name of a scene object. */
const looksLikeFile = (text: string): boolean =>
	!text.startsWith('/') && (/^(Assets|Packages)\//.test(text) || /\.[A-Za-z]\w{1,9}$/.test(text))

/** Similar asset paths, of the given type if it is not null. */
function nearAssets(core: Core, wanted: string, type: string | null): string {
	const paths = core.assets
		.all()
		.filter((asset) => !asset.isFolder && (type === null || holds(asset, type)))
		.map((asset) => asset.path)
	const near = nearest(wanted, paths, 3)
	return near.length > 0 ? ` Nearest: ${near.join(', ')}.` : ''
}

/** A model holds meshes and materials, a texture may be imported as a sprite. */
function holds(asset: Asset, type: string): boolean {
	if (sameAssetType(type, asset.type)) return true
	if (asset.type === 'Model') return ['Mesh', 'Material', 'AnimationClip', 'Avatar'].includes(type)
	if (asset.type === 'Texture2D') return type === 'Texture' || type === 'Sprite'
	return asset.type === 'ScriptableObject'
}

function sceneReference(
	core: Core,
	input: string,
	to: Exclude<ReferenceTarget, { kind: 'asset' }>,
	scope: string | undefined,
): Ref & ValueObject {
	const [, objectPart = input, componentPart] = /^(.*?)#(\w+)$/.exec(input) ?? []
	const asset = input.startsWith('Assets/') ? core.assets.find(input) : undefined
	if (asset?.type === 'Prefab' && to.kind === 'object') return { $asset: asset.guid }
	if (looksLikeFile(objectPart))
		throw new Mismatch(
			`There is no asset "${input}".${nearAssets(core, input, to.kind === 'object' ? 'Prefab' : null)}`,
		)
	let owner: ReturnType<typeof needObject>
	try {
		owner = needObject(core, objectPart, scope)
	} catch (error) {
		if (!(error instanceof Fault)) throw error
		const data = error.data as { nearest?: string[] } | undefined
		const near = data?.nearest?.length ? ` Nearest: ${data.nearest.join(', ')}.` : ''
		throw new Mismatch(`${error.message}${near}`)
	}
	if (to.kind === 'object') return { $object: owner.id }
	const wanted = componentPart ?? to.type
	const found =
		owner.components.find((c) => c.id === objectPart) ??
		owner.components.find((c) => isA(c.type, wanted))
	if (!found || !isA(found.type, to.type))
		throw new Mismatch(
			`Expected an object with a ${componentPart ?? to.type}; "${owner.name}" has ${owner.components.map((c) => c.type).join(', ')}.`,
		)
	return { $component: found.id }
}

/** A value as results show it, in the shape that {@link coerce} takes. */
export function show(core: Core, value: Value | undefined, type: PropertyType): Value {
	if (value === undefined || value === null) return null
	switch (type.kind) {
		case 'quaternion':
			return Array.isArray(value) ? [...toEuler(value.map(Number) as unknown as Quat)] : value
		case 'vector':
			return Array.isArray(value) ? value.map((n) => (n === 0 ? 0 : n)) : value
		case 'flags': {
			const mask = Number(value)
			const exact = Object.entries(type.bits).find(([, bit]) => bit === mask)
			if (exact) return exact[0]
			const single = Object.entries(type.bits).filter(
				([, bit]) => (bit & (bit - 1)) === 0 && bit & mask,
			)
			return single.map(([name]) => name).join(', ')
		}
		case 'layerMask': {
			const mask = Number(value)
			if (mask === -1) return 'Everything'
			if (mask === 0) return 'Nothing'
			return Array.from({ length: 32 }, (_, i) => i)
				.filter((i) => mask & (1 << i))
				.map((i) => core.project.layerName(i))
		}
		case 'reference':
			return showReference(core, value)
		case 'array':
			return Array.isArray(value) ? value.map((item: Value) => show(core, item, type.of)) : value
		case 'struct': {
			const object = value as ValueObject
			return Object.fromEntries(
				type.fields.map((f) => [f.name, show(core, object[f.name], f.type)]),
			)
		}
		case 'float':
		case 'int':
		case 'bool':
		case 'string':
		case 'enum':
		case 'color':
			return value
		default:
			return type satisfies never
	}
}

export function showReference(core: Core, value: Value): Value {
	if (!isRef(value)) return null
	const ref = value as Ref
	if ('$object' in ref) {
		const record = core.world.objects.get(ref.$object)
		return record ? refText(core, record) : null
	}
	if ('$component' in ref) {
		const owner = core.world.ownerOf(ref.$component)
		const type = core.world.component(ref.$component)?.type
		if (!owner || type === undefined) return null
		// Inside a file the sign stands before the object already.
		const isPart = owner.scene === PREFAB_FILE && owner.parent !== null
		return isPart ? refText(core, owner) : `${refText(core, owner)}#${type}`
	}
	if ('$asset' in ref) return core.assets.byGuid(ref.$asset)?.path ?? null
	if ('$builtin' in ref) return ref.$builtin
	return ref.$material.name
}
