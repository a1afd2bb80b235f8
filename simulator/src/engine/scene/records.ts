/**
 * The scene graph as immutable records: a change replaces a record, so that undo,
 * play mode and snapshots hold old states for nothing.
 */

/** JSON. References are objects with one `$` key, see {@link Ref}. */
export type Value = null | boolean | number | string | readonly Value[] | ValueObject
export interface ValueObject {
	readonly [key: string]: Value
}

/** A material's data: an asset's, or one that belongs to a single renderer. */
export interface MaterialData {
	readonly name: string
	readonly shader: string
	readonly properties: ValueObject
}

/**
 * The value of a reference property. In memory ids are object and component ids; in
 * scene and prefab files they are file ids.
 */
export type Ref =
	| { readonly $object: string }
	| { readonly $component: string }
	/** GUID. */
	| { readonly $asset: string }
	/** A mesh or material that ships with the editor, by name. */
	| { readonly $builtin: string }
	/** A material instance that belongs to this renderer. */
	| { readonly $material: MaterialData & ValueObject }

export interface ComponentRecord {
	readonly id: string
	/** Stable inside the scene file. */
	readonly fileId: string
	readonly type: string
	/** Absent for types that cannot be disabled. */
	readonly enabled?: boolean
	readonly props: ValueObject
	/** Id of the component in the prefab this one came from. */
	readonly source?: string
}

export interface PrefabLink {
	readonly guid: string
	/** Id of this node inside the prefab file. */
	readonly node: string
	readonly isRoot: boolean
}

export interface ObjectRecord {
	readonly id: string
	readonly fileId: string
	readonly name: string
	readonly active: boolean
	readonly tag: string
	/** 0–31. */
	readonly layer: number
	readonly isStatic: boolean
	readonly parent: string | null
	readonly scene: string
	readonly children: readonly string[]
	/** The first is the Transform or RectTransform. */
	readonly components: readonly ComponentRecord[]
	readonly prefab: PrefabLink | null
	/** The link that comes back when the outer prefab is unpacked. */
	readonly nested: PrefabLink | null
}

/** The file of a scene as it was when it was opened or saved. */
export interface SceneFile {
	readonly changedMs: number
	readonly sizeBytes: number
	readonly digest: string
}

export interface SceneRecord {
	readonly handle: string
	readonly name: string
	/** Empty until it is saved for the first time. */
	readonly path: string
	readonly guid: string
	readonly roots: readonly string[]
	/** Missing or null: it has no file. */
	readonly file?: SceneFile | null
}

export const isRef = (value: Value | undefined): value is Ref & ValueObject =>
	typeof value === 'object' &&
	value !== null &&
	!Array.isArray(value) &&
	Object.keys(value).some((key) => key.startsWith('$'))

/** Replaces object and component references; other references stay. `null` drops one. */
export function mapRefs(
	value: Value,
	map: (kind: '$object' | '$component', id: string) => Value,
): Value {
	if (typeof value !== 'object' || value === null) return value
	if (Array.isArray(value)) return value.map((v) => mapRefs(v, map))
	const object = value as ValueObject
	for (const kind of ['$object', '$component'] as const) {
		const id = object[kind]
		if (typeof id === 'string') return map(kind, id)
	}
	return mapObject(object, (v) => mapRefs(v, map))
}

export function mapObject(object: ValueObject, map: (value: Value) => Value): ValueObject {
	return Object.fromEntries(Object.entries(object).map(([k, v]) => [k, map(v)]))
}

export function equalValues(a: Value | undefined, b: Value | undefined): boolean {
	if (a === b) return true
	if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
	if (Array.isArray(a) || Array.isArray(b)) {
		return (
			Array.isArray(a) &&
			Array.isArray(b) &&
			a.length === b.length &&
			a.every((v, i) => equalValues(v, b[i]))
		)
	}
	const [x, y] = [a as ValueObject, b as ValueObject]
	const keys = Object.keys(x)
	return (
		keys.length === Object.keys(y).length &&
		keys.every((k) => Object.hasOwn(y, k) && equalValues(x[k], y[k]))
	)
}
