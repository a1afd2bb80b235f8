/** Objects inside prefab files as references: `Assets/Door.prefab#Leaf/Handle`, or the file for its root. */
import type { Core } from '../core.ts'
import type { ObjectRecord } from '../scene/records.ts'
import { PREFAB_FILE } from './prefab-contents.ts'
import { needInside, withContents } from './prefab-edits.ts'

const PART = /^((?:Assets|Packages)\/.+\.prefab)(?:[#/](.+))?$/is

/** Returns null if the reference is none of a prefab file. @throws Fault `not_found`, `ambiguous` */
export function lookInside<T>(
	core: Core,
	reference: string,
	look: (record: ObjectRecord) => T,
): T | null {
	const [, path, inner] = PART.exec(reference) ?? []
	if (path === undefined) return null
	const asset = core.assets.need(path)
	// A look leaves no trace: the next object gets the id that it would have had.
	const { counters } = core.world
	try {
		return withContents(core, asset, PREFAB_FILE, (root) =>
			look(needInside(core, root.id, hasComponent(core, root, inner) ? '' : inner)),
		)
	} finally {
		core.world.counters = counters
	}
}

/** A component may be named after the file, too: `Assets/Door.prefab#Rigidbody`. */
function hasComponent(core: Core, root: ObjectRecord, inner: string | undefined): boolean {
	const type = inner === undefined ? undefined : core.types.find(inner)
	return type !== undefined && root.components.some((component) => component.type === type.name)
}
