/** The type of serialized properties, and short builders for the component tables. */
import type { Value } from '../scene/records.ts'

export type PropertyType =
	| {
			readonly kind: 'float' | 'int'
			readonly min?: number
			readonly max?: number
	  }
	| { readonly kind: 'bool' | 'string' | 'color' | 'quaternion' | 'layerMask' }
	| { readonly kind: 'enum'; readonly names: readonly string[] }
	/** Stored as a number, shown as names joined by ", ". */
	| { readonly kind: 'flags'; readonly bits: Readonly<Record<string, number>> }
	| { readonly kind: 'vector'; readonly size: 2 | 3 | 4; readonly min?: number }
	| { readonly kind: 'reference'; readonly to: ReferenceTarget }
	| { readonly kind: 'array'; readonly of: PropertyType }
	| { readonly kind: 'struct'; readonly fields: readonly PropertySpec[] }

export type ReferenceTarget =
	| { readonly kind: 'object' }
	/** A component type by name; `Component` accepts any. */
	| { readonly kind: 'component'; readonly type: string }
	/** An asset type by name; `Object` accepts any. */
	| { readonly kind: 'asset'; readonly type: string }

export interface PropertySpec {
	readonly name: string
	readonly type: PropertyType
	readonly default: Value
	/** Names it had in older versions: not accepted, but the error then suggests this one. */
	readonly formerly?: readonly string[]
	/** Exists only while playing (a body's velocity); never saved. */
	readonly runtime?: true
}

/** The name in reports: `float`, `Vector3`, `ObjectReference`, … */
export function typeName(type: PropertyType): string {
	switch (type.kind) {
		case 'float':
		case 'int':
		case 'bool':
		case 'string':
		case 'enum':
		case 'array':
		case 'struct':
			return type.kind
		case 'flags':
			return 'enum'
		case 'color':
			return 'Color'
		case 'quaternion':
			return 'Quaternion'
		case 'layerMask':
			return 'LayerMask'
		case 'vector':
			return `Vector${type.size}`
		case 'reference':
			return 'ObjectReference'
		default:
			return type satisfies never
	}
}

/** Unity clamps values to these. */
export type Bounds = { readonly min?: number; readonly max?: number }
type Numbers = readonly number[]

export const float = (name: string, value: number, bounds: Bounds = {}): PropertySpec => ({
	name,
	type: { kind: 'float', ...bounds },
	default: value,
})
export const int = (name: string, value: number, bounds: Bounds = {}): PropertySpec => ({
	name,
	type: { kind: 'int', ...bounds },
	default: value,
})
export const bool = (name: string, value: boolean): PropertySpec => ({
	name,
	type: { kind: 'bool' },
	default: value,
})
export const text = (name: string, value = ''): PropertySpec => ({
	name,
	type: { kind: 'string' },
	default: value,
})
/** The first name is the default unless `value` says otherwise. */
export const choice = (name: string, names: string, value?: string): PropertySpec => {
	const all = names.split(' ')
	return { name, type: { kind: 'enum', names: all }, default: value ?? all[0] ?? '' }
}
export const vector = (name: string, value: Numbers, min?: number): PropertySpec => {
	const size = value.length === 2 ? 2 : value.length === 4 ? 4 : 3
	const type = { kind: 'vector', size, ...(min === undefined ? {} : { min }) } as const
	return { name, type, default: value }
}
export const quaternion = (name: string): PropertySpec => ({
	name,
	type: { kind: 'quaternion' },
	default: [0, 0, 0, 1],
})
export const color = (name: string, value: Numbers = [1, 1, 1, 1]): PropertySpec => ({
	name,
	type: { kind: 'color' },
	default: value,
})
/** -1 is "Everything". */
export const layerMask = (name: string, value = -1): PropertySpec => ({
	name,
	type: { kind: 'layerMask' },
	default: value,
})
export const toAsset = (name: string, type: string, builtin?: string): PropertySpec => ({
	name,
	type: { kind: 'reference', to: { kind: 'asset', type } },
	default: builtin === undefined ? null : { $builtin: builtin },
})
export const toComponent = (name: string, type: string): PropertySpec => ({
	name,
	type: { kind: 'reference', to: { kind: 'component', type } },
	default: null,
})
export const list = (
	name: string,
	of: PropertyType,
	value: readonly Value[] = [],
): PropertySpec => ({
	name,
	type: { kind: 'array', of },
	default: value,
})
export const struct = (name: string, fields: readonly PropertySpec[]): PropertySpec => ({
	name,
	type: { kind: 'struct', fields },
	default: Object.fromEntries(fields.map((field) => [field.name, field.default])),
})
export const formerly = (spec: PropertySpec, ...names: string[]): PropertySpec => ({
	...spec,
	formerly: names,
})
export const runtime = (spec: PropertySpec): PropertySpec => ({ ...spec, runtime: true })
