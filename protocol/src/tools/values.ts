/** Shapes that several tools share. Angles are degrees, distances metres (Unity units). */
import * as z from 'zod'

export const VECTOR_FORM = 'Write [x, y, z]: three numbers.'
export const Vector3 = z.tuple([z.number(), z.number(), z.number()], { error: VECTOR_FORM })
export type Vector3 = z.infer<typeof Vector3>
export const COLOR_FORM = 'Write [r, g, b] in numbers from 0 to 1, or "#ff8800".'
/** Linear red, green, blue and optionally alpha, 0–1 each. Hexadecimal digits are read before it is checked. */
export const Color = z
	.array(z.number(), COLOR_FORM)
	.min(3, COLOR_FORM)
	.max(4, COLOR_FORM)
	.describe('[r, g, b], 0–1, or "#ff8800"')

export const MAX_OBJECT_REF = 1_000
export const OBJECT_REF = 'Object id or /path'
/**
 * An object: its id (decimal string), its path (`/Parent/Child`, optionally
 * `/SceneName:/Parent/Child`; `/Coin[2]` is the second of several siblings named Coin), or a GlobalObjectId.
 */
export const ObjectRef = z.string().min(1).max(MAX_OBJECT_REF).describe(OBJECT_REF)
export const InstanceId = z.string().min(1).describe('Object id, a decimal string')

/** The error about a path that fails {@link staysInside}. */
export const LEADS_OUT = 'An asset path cannot contain "..".'
export const staysInside = (path: string): boolean => !path.split(/[\\/]/).includes('..')

/** Inside the project, forward slashes, e.g. `Assets/Materials/Red.mat`. */
export const AssetPath = z
	.string()
	.min(1)
	.max(400)
	.regex(/^(Assets|Packages)(\/|$)/, 'An asset path must start with Assets/ or Packages/.')
	.refine(staysInside, LEADS_OUT)
	.describe('Assets/…')

export const Limit = z.number().int().min(1).max(200).default(50)
/** `o` and the number of items before it, in the order that the same arguments give, so that a shortened page can name the next one. */
export const Cursor = z.string().max(200).describe('previous nextCursor')

/**
 * Property path → new value. Vectors and colours are arrays, enums names, object
 * references an object id, a /path, `/path#Component`, an asset path, or null.
 */
export const Properties = z
	.record(z.string().min(1).max(200), z.unknown())
	.describe('path → value; vectors/colors as arrays, refs as id, /path or asset path')
/** Properties for a call that would do nothing without one. */
export const SomeProperties = Properties.refine(
	(properties) => Object.keys(properties).length > 0,
	'It is empty.',
)

export const ObjectSummary = z.object({
	instanceId: InstanceId,
	name: z.string(),
	path: z.string(),
	activeSelf: z.boolean(),
	tag: z.string(),
	layer: z.string(),
	components: z.array(z.string()),
	childCount: z.number().int().nonnegative(),
})
export type ObjectSummary = z.infer<typeof ObjectSummary>

export const HierarchyNode = ObjectSummary.extend({
	depth: z.number().int().nonnegative(),
	parentId: InstanceId.nullable(),
	scene: z.string(),
	prefabAssetPath: z.string().nullable(),
})
export type HierarchyNode = z.infer<typeof HierarchyNode>

export const SceneSummary = z.object({
	name: z.string(),
	path: z.string(),
	buildIndex: z.number().int(),
	isActive: z.boolean(),
	isLoaded: z.boolean(),
	isDirty: z.boolean(),
	rootCount: z.number().int().nonnegative(),
	objectCount: z.number().int().nonnegative(),
	/** Its file is another than the one that was opened or saved last: a save is refused. */
	changedOnDisk: z.literal(true).optional(),
})
export type SceneSummary = z.infer<typeof SceneSummary>

/** One property of a modify call: old value, new value, or the reason for failure. */
export const PropertyChange = z.object({
	property: z.string(),
	success: z.boolean(),
	propertyType: z.string().optional(),
	previousValue: z.unknown().optional(),
	newValue: z.unknown().optional(),
	error: z.string().optional(),
	/** The nearest existing names, if the property is unknown. */
	available: z.array(z.string()).optional(),
})
export type PropertyChange = z.infer<typeof PropertyChange>

/** Placed first in a result that is not a full success: what was not done, or will not last. */
export const Note = z.string().optional()

export const CompileMessage = z.object({
	/** Project-relative, e.g. `Assets/Scripts/Spin.cs`. */
	file: z.string(),
	/** 1-based; 0 if unknown. */
	line: z.number().int().nonnegative(),
	column: z.number().int().nonnegative(),
	/** E.g. `CS1002`. */
	code: z.string(),
	message: z.string(),
	severity: z.enum(['error', 'warning']),
})
export type CompileMessage = z.infer<typeof CompileMessage>

export const TypeSummary = z.object({
	name: z.string(),
	fullName: z.string(),
	isUserScript: z.boolean(),
	/** Serialized fields of user scripts. */
	fields: z.array(z.object({ name: z.string(), type: z.string() })).optional(),
})
export type TypeSummary = z.infer<typeof TypeSummary>

export const LogEntry = z.object({
	type: z.enum(['error', 'assert', 'warning', 'log', 'exception']),
	message: z.string(),
	/** ISO 8601 with milliseconds, UTC. */
	timestamp: z.string(),
	stackTrace: z.string().optional(),
	/** Equal consecutive entries are folded. */
	count: z.number().int().positive().optional(),
})
export type LogEntry = z.infer<typeof LogEntry>

export const UndoInfo = z.object({
	/** Name of the group that the next undo reverts. */
	undo: z.string().nullable(),
	redo: z.string().nullable(),
})
