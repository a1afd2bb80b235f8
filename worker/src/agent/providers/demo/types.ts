/** The requests that the demo model understands. */

export type Vec3 = readonly [number, number, number]

export interface Colour {
	/** As the user wrote it, e.g. `dark red`. */
	readonly name: string
	/** 0–1 each. */
	readonly rgba: readonly [number, number, number, number]
}

/** Objects that are meant. */
export type Target =
	| { readonly kind: 'it' }
	| { readonly kind: 'them' }
	| { readonly kind: 'everything' }
	| { readonly kind: 'selection' }
	| {
			readonly kind: 'named'
			readonly name: string
			/** "cubes", "all cubes": every match. */
			readonly plural: boolean
			readonly colour?: string
	  }
	| { readonly kind: 'list'; readonly items: readonly Target[] }
	/** An answer to "Which one?". */
	| { readonly kind: 'ordinal'; readonly index: number }

export type Relation = 'above' | 'on' | 'below' | 'left' | 'right' | 'front' | 'behind'

export type Place =
	| { readonly kind: 'at'; readonly position: Vec3 }
	| {
			readonly kind: 'relative'
			readonly relation: Relation
			readonly anchor: Target
			/** Units between the centres; a fitting gap by default. */
			readonly distance?: number
	  }
	| { readonly kind: 'height'; readonly y: number }

export interface CreateSpec {
	/** A `PrimitiveType` of unity_hierarchy. */
	readonly primitive: string
	/** Default name, e.g. `Cube`. */
	readonly label: string
	readonly count: number
	readonly name?: string
	readonly colour?: Colour
	readonly scale?: Vec3
	readonly rotation?: Vec3
	readonly place?: Place
	readonly arrangement: 'row' | 'column' | 'stack' | 'circle'
	/** Units between two centres; a fitting gap by default. */
	readonly spacing?: number
	readonly components: readonly string[]
}

export type Behaviour = 'rotate' | 'oscillate' | 'bounce'
export type Axis = 'x' | 'y' | 'z'

export type Intent =
	| { readonly kind: 'help' }
	| { readonly kind: 'greeting' }
	| { readonly kind: 'thanks' }
	/** A sub-agent does the task, which is a request of its own. */
	| { readonly kind: 'delegate'; readonly task: string; readonly mayWrite: boolean }
	| { readonly kind: 'describe'; readonly target?: Target }
	/** Asks which colour something has. */
	| { readonly kind: 'ask-colour'; readonly target: Target }
	| { readonly kind: 'create'; readonly spec: CreateSpec }
	| { readonly kind: 'colour'; readonly target: Target; readonly colour: Colour }
	| { readonly kind: 'move'; readonly target: Target; readonly by?: Vec3; readonly place?: Place }
	| { readonly kind: 'rotate'; readonly target: Target; readonly by: Vec3 }
	| { readonly kind: 'scale'; readonly target: Target; readonly factor?: Vec3; readonly to?: Vec3 }
	| { readonly kind: 'rename'; readonly target: Target; readonly name: string }
	| { readonly kind: 'delete'; readonly target: Target }
	| { readonly kind: 'duplicate'; readonly target: Target; readonly count: number }
	| { readonly kind: 'parent'; readonly target: Target; readonly parent: Target | null }
	| { readonly kind: 'active'; readonly target: Target; readonly active: boolean }
	| {
			readonly kind: 'physics'
			readonly target: Target
			readonly effect: 'fall' | 'add' | 'remove' | 'mass' | 'float'
			readonly mass?: number
	  }
	| {
			readonly kind: 'component'
			readonly target: Target
			readonly type: string
			readonly remove: boolean
	  }
	| {
			readonly kind: 'script'
			readonly behaviour: Behaviour
			readonly target?: Target
			readonly name?: string
			readonly axis?: Axis
			/** Leave a semicolon out, to demonstrate a repair. */
			readonly broken: boolean
	  }
	| { readonly kind: 'compile' }
	| { readonly kind: 'play'; readonly seconds: number }
	| { readonly kind: 'stop' }
	| { readonly kind: 'pause' }
	| { readonly kind: 'wait'; readonly seconds: number }
	| { readonly kind: 'screenshot'; readonly target?: Target; readonly view: 'game' | 'scene' }
	| { readonly kind: 'console'; readonly filter: 'all' | 'errors' | 'warnings' }
	| { readonly kind: 'undo'; readonly steps: number }
	| { readonly kind: 'redo'; readonly steps: number }
	| {
			readonly kind: 'save'
			/** Asset path; default: the scene's own path. */
			readonly path?: string
	  }
	/** The answer to our question. */
	| { readonly kind: 'answer'; readonly target: Target }
	| { readonly kind: 'unknown'; readonly text: string }
